import type { BusinessDay } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { dayKeyOf, payeeKeyOf } from '../../ledger';
import { collectionOf, isDuplicateKey, slicesOf } from '../../platform';
import { savedKeys } from './campaigns';
import { type LinkAddition, type LinkDay, LinkDayModel, LinkRows } from './link-day.model';

export type LinkDayAddition = { affID: number; day: BusinessDay; additions: LinkAddition[] };

export const linkDayKeyOf = (affID: number, day: BusinessDay) =>
  dayKeyOf(payeeKeyOf('affiliate', affID), day);

/** Written at once: each may have several hundred rows. */
const STEP = 250;

/**
 * Adds under a number that its writer has not used before; repeated, the same days in the same order. Safe to repeat and to
 * race with itself: a day is written as it was read, or read again, and has a number once.
 */
export async function addToLinkDays(
  writer: 'clicksThrough' | 'ledgerThrough',
  number: number,
  days: readonly LinkDayAddition[],
): Promise<void> {
  for (const step of slicesOf(days, STEP)) {
    while (!(await addOnce(writer, number, step))) {
      // Another process has written one of them meanwhile.
    }
  }
}

/** @returns whether all of them have the number */
async function addOnce(
  writer: 'clicksThrough' | 'ledgerThrough',
  number: number,
  days: readonly LinkDayAddition[],
): Promise<boolean> {
  const savedOf = await savedKeys([...new Set(days.map(({ affID }) => affID))]);
  const found = await LinkDayModel.find({
    _id: { $in: days.map(({ affID, day }) => linkDayKeyOf(affID, day)) },
  }).lean<LinkDay[]>();
  const stored = new Map(found.map((each) => [each._id, each]));
  const operations: mongo.AnyBulkWriteOperation[] = [];
  for (const { affID, day, additions } of days) {
    const _id = linkDayKeyOf(affID, day);
    const before = stored.get(_id);
    if ((before?.[writer] ?? 0) >= number) continue;
    const rows = new LinkRows(before?.rows ?? [], savedOf(affID, day));
    for (const addition of additions) rows.add(addition);
    const rev = before?.rev ?? 0;
    operations.push({
      updateOne: {
        filter: { _id, rev } as mongo.BSON.Document,
        update: { $set: { rows: rows.rows, rev: rev + 1, [writer]: number }, $setOnInsert: { affID, day } },
        upsert: !before,
      },
    });
  }
  if (operations.length === 0) return true;
  try {
    const { matchedCount, upsertedCount } = await collectionOf(LinkDayModel).bulkWrite(operations, {
      ordered: false,
    });
    return matchedCount + upsertedCount === operations.length;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
