import { isDeepStrictEqual } from 'node:util';
import type { AccountKind, BusinessDay, DayRange, PaidKind } from '@partnerdesk/contracts';
import {
  ACCOUNT_KIND_NAMES,
  addDays,
  PERFORMANCE_DAYS,
  PERFORMANCE_PERIODS,
  PERIOD,
  type PerformancePeriod,
  periodRange,
} from '@partnerdesk/contracts';
import type {
  Derived,
  DerivedDifference,
  MemberPerformance,
  Performance,
  PeriodFigures,
  StaffPerformance,
  StalePerformance,
} from '../../accounts';
import {
  correctAll,
  DERIVED_STEP,
  performancesBehind,
  STALE_PERFORMANCES,
  storeDerived,
} from '../../accounts';
import type { DayTotal, Figure, StoredEvent } from '../../ledger';
import { DayTotalModel, dayKeyOf, EventModel, payeeKeyOf } from '../../ledger';
import { collectionOf, today } from '../../platform';
import { LinkDayModel, type LinkFigures, linkDayKeyOf } from '../../promotion';
import { openBalances, returnedByDay } from '../open-balances';
import { isWithin } from '../payroll-progress';

/** What is added up of each period as of a day. */
function ofPeriods<Sums>(
  day: BusinessDay,
  sumOf: (range: DayRange) => Sums,
): Record<PerformancePeriod, Sums> {
  const rangeOf = (period: PerformancePeriod) => periodRange(PERIOD[period], day) as DayRange;
  const sums = PERFORMANCE_PERIODS.map((period) => [period, sumOf(rangeOf(period))]);
  return Object.fromEntries(sums);
}

const firstDay = (day: BusinessDay): BusinessDay =>
  Object.values(ofPeriods(day, ({ startDate }) => startDate)).sort()[0] ?? day;

/** The last day before `start` on which a payee has one of these figures; empty: there is none. */
async function lastDayBefore(payee: string, start: BusinessDay, figures: readonly Figure[]) {
  const days = {
    _id: { $gte: dayKeyOf(payee, ''), $lt: dayKeyOf(payee, start) },
    $or: figures.map((figure) => ({ [figure]: { $gt: 0 } })),
  };
  const found = await DayTotalModel.findOne(days as never, { day: 1 })
    .sort({ _id: -1 })
    .lean<Pick<DayTotal, 'day'>>();
  return found?.day ?? '';
}

type Day = { day: BusinessDay; rev: number; salesCount: number };

/**
 * Figures of these people as of a day, by id, from their days and what is open for payroll.
 * @param readDays from `start` on, the oldest first: two months at most @param sold figures of day totals, which reach back
 * further, of what is sold @param openLater whose balance changes with the days, though they have none in sight
 */
async function computeOfDays<OfDay extends Day, Figures>(
  kind: PaidKind,
  ids: readonly number[],
  day: BusinessDay,
  of: {
    start: BusinessDay;
    readDays(id: number, start: BusinessDay): Promise<OfDay[]>;
    sold: readonly Figure[];
    figuresOf(days: readonly OfDay[]): Figures;
    openLater?: readonly unknown[];
  },
) {
  const balances = await openBalances(kind, day, ids);
  const balanceOf = new Map(balances.map(({ personID, cents }) => [personID, cents]));
  const computed = ids.map(async (id) => {
    const days = await of.readDays(id, of.start);
    const newest = days.findLast(({ salesCount }) => salesCount > 0)?.day;
    const performance = {
      ...of.figuresOf(days),
      daysRev: days.reduce((sum, { rev }) => sum + rev, 0),
      // Without any day in sight, and nothing that payroll counts later, no midnight changes anything.
      ...((days.length > 0 || of.openLater?.includes(id)) && { rollsOn: addDays(day, 1) }),
      balanceCents: balanceOf.get(id) ?? 0,
      lastSaleDay: newest ?? (await lastDayBefore(payeeKeyOf(kind, id), of.start, of.sold)),
    };
    return [id, performance] as const;
  });
  return new Map(await Promise.all(computed));
}

const within = <OfDay extends Day>(range: DayRange, days: readonly OfDay[]): OfDay[] =>
  days.filter(({ day }) => isWithin(range, day));

/** Adds these figures up. */
function addUp<Name extends string>(
  names: readonly Name[],
  all: readonly { readonly [Each in Name]?: number }[],
): Record<Name, number> {
  const sums = names.map((name) => [name, all.reduce((sum, each) => sum + (each[name] ?? 0), 0)]);
  return Object.fromEntries(sums) as Record<Name, number>;
}

const SUMMED = ['clicks', 'joins', 'salesCount', 'salesCents', 'payoutCents'] as const;
const READ = [...SUMMED, 'refundsCents'] as const;
const SHOWN = { _id: 0, day: 1, rev: 1, ...Object.fromEntries(READ.map((name) => [`rows.${name}`, 1])) };

type LinkDay = Day & Record<(typeof SUMMED)[number], number>;

/** Of affiliates, from days of links. */
async function computePerformances(affIDs: readonly number[], day: BusinessDay) {
  // Also the 30 days before the last 30, which are compared with them.
  const [start = day] = [firstDay(day), addDays(day, 1 - 2 * PERFORMANCE_DAYS)].sort();
  // Posted after a day: on the first open one after a payroll through it.
  const later = { kind: 'affiliate', personID: { $in: [...affIDs] }, day: { $gt: day }, open: true } as const;
  return computeOfDays('affiliate', affIDs, day, {
    start,
    readDays: readLinkDays,
    sold: ['salesCount'],
    figuresOf: (days) => linkFigures(days, day),
    openLater: await DayTotalModel.distinct('personID', later),
  });
}

async function readLinkDays(affID: number, start: BusinessDay): Promise<LinkDay[]> {
  const days = await collectionOf(LinkDayModel)
    .find<{ day: BusinessDay; rev: number; rows: LinkFigures[] }>(
      { _id: { $gte: linkDayKeyOf(affID, start), $lte: linkDayKeyOf(affID, '9') } } as object,
      { projection: SHOWN },
    )
    .sort({ _id: 1 })
    .toArray();
  return days.map(({ day, rev, rows }) => {
    const { refundsCents, ...sums } = addUp(READ, rows);
    return { day, rev, ...sums, salesCents: sums.salesCents - refundsCents };
  });
}

function linkFigures(days: readonly LinkDay[], day: BusinessDay) {
  const sumOf = (range: DayRange): PeriodFigures => {
    const sum = addUp(SUMMED, within(range, days));
    return { ...sum, epcCents: sum.clicks > 0 ? sum.payoutCents / sum.clicks : 0 };
  };
  const periods = ofPeriods(day, sumOf);
  const lastBefore = addDays(day, -PERFORMANCE_DAYS);
  const before = sumOf({ startDate: addDays(lastBefore, 1 - PERFORMANCE_DAYS), endDate: lastBefore });
  const sold = new Map(days.map((each) => [each.day, each.salesCents]));
  const daily = Array.from(
    { length: PERFORMANCE_DAYS },
    (_, index) => sold.get(addDays(day, index + 1 - PERFORMANCE_DAYS)) ?? 0,
  );
  return {
    ...periods,
    quiet: before.salesCents > 0 && periods.last30Days.salesCents * 2 <= before.salesCents,
    dailyCents: daily.some(Boolean) ? daily : [],
  };
}

/** Figures of a day whose number is that of paid work. */
const SOLD = [
  'singleMessagesSentByStaffPaid',
  'sextingPackagesConfirmed',
  'phoneCallSalesCount',
  'tipsCount',
] as const satisfies readonly Figure[];
const STAFF_DAY = Object.fromEntries(['day', 'seq', 'postedCents', ...SOLD].map((name) => [name, 1]));
type StaffTotal = Pick<DayTotal, 'day' | 'seq' | 'postedCents'> &
  Partial<Record<(typeof SOLD)[number], number>>;

/** Of members of staff, from their day totals. */
const computeStaffPerformances = (staffIDs: readonly number[], day: BusinessDay) =>
  computeOfDays('staff', staffIDs, day, {
    start: firstDay(day),
    readDays: readStaffDays,
    sold: SOLD,
    figuresOf: (days) => ofPeriods(day, (range) => addUp(['salesCount', 'earnedCents'], within(range, days))),
  });

/** What came back of payments is left out. */
async function readStaffDays(staffID: number, start: BusinessDay) {
  const payee = payeeKeyOf('staff', staffID);
  const [days, returned] = await Promise.all([
    DayTotalModel.find({ _id: { $gte: dayKeyOf(payee, start), $lte: dayKeyOf(payee, '9') } }, STAFF_DAY)
      .sort({ _id: 1 })
      .lean<StaffTotal[]>(),
    returnedByDay(payee, start),
  ]);
  return days.map(({ day, seq: rev, postedCents = 0, ...counts }) => ({
    day,
    rev,
    salesCount: SOLD.reduce((sum, figure) => sum + (counts[figure] ?? 0), 0),
    earnedCents: postedCents - (returned.get(day) ?? 0),
  }));
}

const SALE_FIELDS = {
  _id: 0,
  day: 1,
  'body.memberID': 1,
  'body.amountCents': 1,
  refundedCents: 1,
  seq: 1,
  settledBy: 1,
  refundedBy: 1,
} as const;
type Sale = Pick<StoredEvent, 'day' | 'body' | 'refundedCents' | 'seq' | 'settledBy' | 'refundedBy'>;

/** What these members bought in all. A sale has what is refunded of it. */
async function computeMemberPerformances(memberIDs: readonly number[]) {
  const sums = new Map(
    memberIDs.map((id) => [id, { salesRev: 0, salesCount: 0, salesCents: 0, lastSaleDay: '' }]),
  );
  const bought = { 'body.memberID': { $in: [...memberIDs] }, saleID: { $exists: true } };
  const sales = EventModel.find(bought, SALE_FIELDS).lean<Sale>().cursor({ batchSize: 1000 });
  for await (const { day, body, refundedCents = 0, seq = 0, settledBy, refundedBy } of sales) {
    const sum = sums.get(Number(body.memberID));
    if (!sum) continue;
    sum.salesRev += refundedBy ?? settledBy ?? seq;
    sum.salesCount += 1;
    sum.salesCents += Number(body.amountCents) - refundedCents;
    if (day > sum.lastSaleDay) sum.lastSaleDay = day;
  }
  return sums;
}

type Compute<Value> = (ids: readonly number[], day: BusinessDay) => Promise<Map<number, Omit<Value, 'rev'>>>;
const COMPUTE = {
  affiliate: computePerformances satisfies Compute<Performance>,
  staff: computeStaffPerformances satisfies Compute<StaffPerformance>,
  member: computeMemberPerformances satisfies Compute<MemberPerformance>,
};

const refresh = (kind: AccountKind, ids: readonly number[]) =>
  storeDerived<Derived>(kind, 'performance', ids, (found) => COMPUTE[kind](found, today()));

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

/** Whether more differs than from which days they were computed: a day is also written where no figure changes. */
function isOff({ stored, computed }: DerivedDifference): boolean {
  const days = { daysRev: 0, salesRev: 0, rollsOn: 0 };
  return !isDeepStrictEqual({ ...stored, ...days }, { ...computed, ...days });
}

/** Computes everybody's performance and corrects what is off, while the system runs. @returns what was off */
export async function rebuildPerformance(): Promise<DerivedDifference[]> {
  // What is only waiting for the worker is not off.
  await refreshPerformance();
  const all: DerivedDifference[][] = [];
  for (const kind of ACCOUNT_KIND_NAMES) all.push(await correctAll(kind, (ids) => refresh(kind, ids)));
  return all.flat().filter(isOff);
}
