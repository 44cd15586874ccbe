import type { BusinessDay } from '@partnerdesk/contracts';
import { type Model, model, Schema } from 'mongoose';
import { startOfDay, today } from '../platform';
import { AffiliateModel } from './affiliate.model';
import { performanceFieldOf } from './performance';

/** An affiliate whose performance is to be computed again: something has been counted since. */
export interface StalePerformance {
  /** affID. */
  _id: number;
  /** Raised by each further change. */
  rev: number;
  /** When the first of these changes was noted. */
  since: Date;
}

const staleSchema = new Schema<StalePerformance>(
  { _id: { type: Number, required: true }, rev: Number, since: Date },
  {
    versionKey: false,
    strict: 'throw',
    autoIndex: false,
    autoCreate: false,
    collection: 'stalePerformances',
  },
).index({ since: 1 });
export const StalePerformanceModel = model<StalePerformance, Model<StalePerformance>>(
  'StalePerformance',
  staleSchema as never,
);

/**
 * Notes whose performance has to be computed again. After what has changed is stored, and before its writer is through
 * with it: one that dies in between repeats both.
 */
export async function notePerformance(affIDs: Iterable<number>): Promise<void> {
  const ids = [...new Set(affIDs)].sort((a, b) => a - b);
  if (ids.length === 0) return;
  const since = new Date(Date.now());
  await StalePerformanceModel.bulkWrite(
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

/** Some of those whose figures are of an earlier day; of an older version's records, those that have none yet. */
export async function affiliatesBehind(day: BusinessDay, limit: number): Promise<number[]> {
  const read = (filter: object) =>
    AffiliateModel.find(filter, { affID: 1, _id: 0 }).limit(limit).lean<{ affID: number }[]>();
  const behind = await read({ 'performance.rollsOn': { $gt: '', $lte: day } });
  const found = behind.length > 0 ? behind : await read({ [performanceFieldOf('balance')]: null });
  return found.map(({ affID }) => affID);
}

/**
 * Until when everybody's performance is complete: now, unless the worker has changes to add or, after midnight, periods
 * to move on. What days of links lack is not known here (docs/RULES.md, Performance).
 */
export async function performanceUntil(): Promise<Date> {
  const now = new Date(Date.now());
  const day = today();
  const [oldest, behind] = await Promise.all([
    StalePerformanceModel.findOne().sort({ since: 1 }).lean<StalePerformance>(),
    affiliatesBehind(day, 1),
  ]);
  const ends = [now, oldest?.since ?? now, behind.length > 0 ? startOfDay(day) : now];
  return new Date(Math.min(...ends.map(Number)));
}
