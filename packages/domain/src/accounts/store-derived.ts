import { isDeepStrictEqual } from 'node:util';
import type { AccountKind } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { collectionOf } from '../platform';
import { ACCOUNT_KIND_INFO } from './account-kinds';
import type { Derived } from './performance';

/** Stored figures that are not what they are computed from. */
export interface DerivedDifference {
  kind: AccountKind;
  id: number;
  stored: object;
  computed: object;
}

/**
 * Computes a field of these accounts again and stores what has changed, past the record's version and seals. A record
 * that another process has written meanwhile is left as it is: the result is not complete then.
 * @param compute by id, without `rev`
 */
export async function storeDerived<Value extends Derived>(
  kind: AccountKind,
  field: string,
  ids: readonly number[],
  compute: (ids: readonly number[]) => Promise<ReadonlyMap<number, Omit<Value, 'rev'>>>,
): Promise<{ isComplete: boolean; differences: DerivedDifference[] }> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const records = collectionOf(model);
  const stored = await records
    .find({ [idField]: { $in: [...ids] } }, { projection: { _id: 0, [idField]: 1, [field]: 1 } })
    .toArray();
  const computed = await compute(stored.map((record) => Number(record[idField])));
  const differences: DerivedDifference[] = [];
  const operations: mongo.AnyBulkWriteOperation[] = [];
  for (const record of stored) {
    const id = Number(record[idField]);
    const { rev = 0, ...before }: Partial<Value> = record[field] ?? {};
    const after = computed.get(id);
    if (!after || isDeepStrictEqual(before, after)) continue;
    differences.push({ kind, id, stored: before, computed: after });
    const asRead = record[field] ? { [`${field}.rev`]: rev } : { [field]: { $exists: false } };
    operations.push({
      updateOne: {
        filter: { [idField]: id, ...asRead },
        update: { $set: { [field]: { ...after, rev: rev + 1 } } },
      },
    });
  }
  if (operations.length === 0) return { isComplete: true, differences };
  const { matchedCount } = await records.bulkWrite(operations, { ordered: false });
  return { isComplete: matchedCount === operations.length, differences };
}

export const DERIVED_STEP = 100;

/** Has all accounts of a kind computed again, while the system runs. @returns what was off, and is corrected */
export async function correctAll(
  kind: AccountKind,
  correct: (ids: readonly number[]) => ReturnType<typeof storeDerived>,
): Promise<DerivedDifference[]> {
  const { model, idField } = ACCOUNT_KIND_INFO[kind];
  const all: DerivedDifference[] = [];
  for (let last = 0; ; ) {
    const found = await model
      .find({ [idField]: { $gt: last } }, { [idField]: 1, _id: 0 })
      .sort({ [idField]: 1 })
      .limit(DERIVED_STEP)
      .lean<Record<string, number>[]>()
      .exec();
    const ids = found.map((record) => Number(record[idField]));
    if (ids.length === 0) return all;
    all.push(...(await correct(ids)).differences);
    last = ids.at(-1) ?? last;
  }
}
