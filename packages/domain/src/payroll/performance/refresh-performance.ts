import { isDeepStrictEqual } from 'node:util';
import { ACCOUNT_KIND_NAMES, type AccountKind, type BusinessDay } from '@partnerdesk/contracts';
import type { Derived, DerivedDifference, StalePerformance } from '../../accounts';
import {
  correctAll,
  DERIVED_STEP,
  performancesBehind,
  STALE_PERFORMANCES,
  storeDerived,
} from '../../accounts';
import { today } from '../../platform';
import {
  computeMemberPerformances,
  computePerformances,
  computeStaffPerformances,
} from './compute-performance';

type Compute = (
  ids: readonly number[],
  day: BusinessDay,
) => Promise<ReadonlyMap<number, Omit<Derived, 'rev'>>>;
const COMPUTE: Record<AccountKind, Compute> = {
  affiliate: computePerformances,
  staff: computeStaffPerformances,
  member: computeMemberPerformances,
};

const refresh = (kind: AccountKind, ids: readonly number[]) =>
  storeDerived(kind, 'performance', ids, (found) => COMPUTE[kind](found, today()));

/**
 * Computes the performance of those for whom something was counted, and of those whose periods have moved on. Safe to repeat
 * and to race with itself: a record is written as it was read, or left to the next call. @param signal ends it
 */
export async function refreshPerformance(signal?: AbortSignal): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = true;
    // By turns, so that nobody waits for all of the others.
    for (const kind of ACCOUNT_KIND_NAMES) {
      signal?.throwIfAborted();
      const stale = await STALE_PERFORMANCES[kind]
        .find()
        .sort({ since: 1 })
        .limit(DERIVED_STEP)
        .lean<StalePerformance[]>();
      if (stale.length > 0) await refreshStale(kind, stale);
      const behind = await performancesBehind(kind, today(), DERIVED_STEP);
      if (behind.length > 0) await refresh(kind, behind);
      if (stale.length + behind.length > 0) isDone = false;
    }
  }
}

async function refreshStale(kind: AccountKind, stale: readonly StalePerformance[]): Promise<void> {
  const ids = stale.map(({ _id }) => _id);
  const { isComplete } = await refresh(kind, ids);
  // A further change meanwhile has raised the number.
  if (!isComplete) return;
  const operations = stale.map(({ _id, rev }) => ({ deleteOne: { filter: { _id, rev } } }));
  await STALE_PERFORMANCES[kind].bulkWrite(operations, { ordered: false });
}

/** Without what says from which days they were computed: a day is also written where no figure changes. */
function figuresOf(derived: object): object {
  const { daysRev: _days, salesRev: _sales, rollsOn: _on, ...figures } = derived as Record<string, unknown>;
  return figures;
}
const isOff = ({ stored, computed }: DerivedDifference) =>
  !isDeepStrictEqual(figuresOf(stored), figuresOf(computed));

/** Computes everybody's performance and corrects what is off, while the system runs. @returns what was off */
export async function rebuildPerformance(): Promise<DerivedDifference[]> {
  // What is only waiting for the worker is not off.
  await refreshPerformance();
  const all: DerivedDifference[] = [];
  for (const kind of ACCOUNT_KIND_NAMES)
    all.push(...(await correctAll(kind, (ids) => refresh(kind, ids))).filter(isOff));
  return all;
}
