import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import {
  ACCOUNT_KIND_INFO,
  AffiliateModel,
  affiliatesBehind,
  type Performance,
  type StalePerformance,
  StalePerformanceModel,
} from '../../accounts';
import { collectionOf, today } from '../../platform';
import { computePerformances } from './compute-performance';

/** Affiliates that are computed at once. */
const STEP = 100;

/**
 * Computes the performance of those for whom something was counted, and after midnight of those whose periods have moved
 * on. Safe to repeat and to race with itself: a record is written as it was read, or left to the next call.
 * @param signal ends it between two steps
 */
export async function refreshPerformance(signal?: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone; ) {
    signal?.throwIfAborted();
    const stale = await StalePerformanceModel.find()
      .sort({ since: 1 })
      .limit(STEP)
      .lean<StalePerformance[]>();
    // By turns, so that neither waits for all of the other.
    if (stale.length > 0) await refreshStale(stale);
    const behind = await affiliatesBehind(today(), STEP);
    if (behind.length > 0) await refresh(behind);
    isDone = stale.length + behind.length === 0;
  }
}

async function refreshStale(stale: readonly StalePerformance[]): Promise<void> {
  const { isComplete } = await refresh(stale.map(({ _id }) => _id));
  // A further change meanwhile has raised the number.
  if (!isComplete) return;
  const operations = stale.map(({ _id, rev }) => ({ deleteOne: { filter: { _id, rev } } }));
  await StalePerformanceModel.bulkWrite(operations, { ordered: false });
}

/** An affiliate whose stored performance was not what days of links and open balances give. */
export interface PerformanceDifference {
  affID: number;
  stored: object;
  computed: object;
}

/**
 * Computes everybody's performance and corrects what is off, while the system runs. What changes in between is left to
 * the worker. @returns what was off
 */
export async function rebuildPerformance(): Promise<PerformanceDifference[]> {
  // What is only waiting for the worker is not off.
  await refreshPerformance();
  const all: PerformanceDifference[] = [];
  for (let last = 0; ; ) {
    const found = await AffiliateModel.find({ affID: { $gt: last } }, { affID: 1, _id: 0 })
      .sort({ affID: 1 })
      .limit(STEP)
      .lean<{ affID: number }[]>();
    if (found.length === 0) return all;
    const affIDs = found.map(({ affID }) => affID);
    all.push(...(await refresh(affIDs)).differences);
    last = affIDs.at(-1) ?? last;
  }
}

/** @returns whether all of them are stored, and what differed */
async function refresh(
  affIDs: readonly number[],
): Promise<{ isComplete: boolean; differences: PerformanceDifference[] }> {
  const records = collectionOf(ACCOUNT_KIND_INFO.affiliate.model);
  const stored = await records
    .find<{ affID: number; performance?: Performance }>(
      { affID: { $in: [...affIDs] } },
      { projection: { _id: 0, affID: 1, performance: 1 } },
    )
    .toArray();
  const computed = await computePerformances(
    stored.map(({ affID }) => affID),
    today(),
  );
  const differences: PerformanceDifference[] = [];
  const operations: mongo.AnyBulkWriteOperation[] = [];
  for (const { affID, performance } of stored) {
    const { rev = 0, ...before } = performance ?? {};
    const after = computed.get(affID);
    if (!after || isDeepStrictEqual(before, after)) continue;
    differences.push({ affID, stored: before, computed: after });
    const asRead = performance ? { 'performance.rev': rev } : { performance: { $exists: false } };
    operations.push({
      updateOne: {
        filter: { affID, ...asRead },
        update: { $set: { performance: { ...after, rev: rev + 1 } } },
      },
    });
  }
  if (operations.length === 0) return { isComplete: true, differences };
  const { matchedCount } = await records.bulkWrite(operations, { ordered: false });
  return { isComplete: matchedCount === operations.length, differences };
}
