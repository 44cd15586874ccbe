import { isDeepStrictEqual } from 'node:util';
import { type AccountKind, type BusinessDay, isPaidKind } from '@partnerdesk/contracts';
import type { Model, mongo } from 'mongoose';
import { collectionOf, plainModel, startOfDay, today } from '../platform';
import { ACCOUNT_KIND_INFO, accountsById } from './account-kinds';
import { type Derived, performanceFieldOf } from './performance';

/** Somebody whose performance is to be computed again. */
export type StalePerformance = { _id: number; rev: number; since: Date };

const staleModel = (name: string, collection: string) =>
  plainModel<StalePerformance>(name, collection, Number, [[{ since: 1 }]]);
export const STALE_PERFORMANCES: Record<AccountKind, Model<StalePerformance>> = {
  affiliate: staleModel('StalePerformance', 'stalePerformances'),
  staff: staleModel('StaleStaffPerformance', 'staleStaffPerformances'),
  member: staleModel('StaleMemberPerformance', 'staleMemberPerformances'),
};

/** Notes whose performance has to be computed again: after the change is stored, before its writer is through with it. */
export async function notePerformance(kind: AccountKind, people: Iterable<number>): Promise<void> {
  const ids = [...new Set(people)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const update = { $inc: { rev: 1 }, $setOnInsert: { since: new Date(Date.now()) } };
  const operations = ids.map((_id) => ({ updateOne: { filter: { _id }, update, upsert: true } }));
  await STALE_PERFORMANCES[kind].bulkWrite(operations as never, { ordered: false });
}

/** Some of those whose figures are of an earlier day, or who have none yet. */
export async function performancesBehind(
  kind: AccountKind,
  day: BusinessDay,
  limit: number,
): Promise<number[]> {
  const idsOf = async (where: object) => [...(await accountsById(kind, { where, fields: [], limit })).keys()];
  // What members bought is of no period.
  const behind = isPaidKind(kind) ? await idsOf({ 'performance.rollsOn': { $gt: '', $lte: day } }) : [];
  return behind.length > 0 ? behind : idsOf({ [performanceFieldOf(kind, 'lastSale')]: null });
}

/** Until when everybody's performance is complete: now, unless changes or new days wait (docs/RULES.md, Performance). */
export async function performanceUntil(kind: AccountKind): Promise<Date> {
  const now = new Date(Date.now());
  const day = today();
  const [oldest, behind] = await Promise.all([
    STALE_PERFORMANCES[kind].findOne().sort({ since: 1 }).lean<StalePerformance>(),
    performancesBehind(kind, day, 1),
  ]);
  const ends = [now, oldest?.since ?? now, behind.length > 0 ? startOfDay(day) : now];
  return new Date(Math.min(...ends.map(Number)));
}

/** Stored figures that are not what they are computed from. */
export type DerivedDifference = { kind: AccountKind; id: number; stored: object; computed: object };

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
    const update = { $set: { [field]: { ...after, rev: rev + 1 } } };
    operations.push({ updateOne: { filter: { [idField]: id, ...asRead }, update } });
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
      .lean<Record<string, number>[]>();
    const ids = found.map((record) => Number(record[idField]));
    if (ids.length === 0) return all;
    all.push(...(await correct(ids)).differences);
    last = ids.at(-1) ?? last;
  }
}
