import { type AccountKind, type BusinessDay, isPaidKind } from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { plainModel, startOfDay, today } from '../platform';
import { accountsById } from './account-kinds';
import { performanceFieldOf } from './performance';

/** Somebody whose performance is to be computed again. */
export interface StalePerformance {
  /** affID, staffID or memberID. */
  _id: number;
  rev: number;
  /** When the first of these changes was noted. */
  since: Date;
}

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
  const since = new Date(Date.now());
  await STALE_PERFORMANCES[kind].bulkWrite(
    ids.map((_id) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { rev: 1 }, $setOnInsert: { since } },
        upsert: true,
      },
    })) as never,
    { ordered: false },
  );
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
