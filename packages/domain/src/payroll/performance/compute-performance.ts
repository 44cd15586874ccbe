import type { BusinessDay, DayRange, PaidKind, PerformancePeriod } from '@partnerdesk/contracts';
import { addDays, PERFORMANCE_DAYS, PERFORMANCE_PERIODS, PERIOD, periodRange } from '@partnerdesk/contracts';
import type {
  MemberPerformance,
  Performance,
  PeriodFigures,
  StaffFigures,
  StaffPerformance,
} from '../../accounts';
import type { DayTotal, Figure, StoredEvent } from '../../ledger';
import { DayTotalModel, dayKeyOf, EventModel, payeeKeyOf } from '../../ledger';
import { collectionOf } from '../../platform';
import { LinkDayModel, type LinkFigures, linkDayKeyOf } from '../../promotion';
import { openBalances, returnedByDay } from '../open-balances';
import { isWithin } from '../payroll-progress';

function rangeOf(period: PerformancePeriod, day: BusinessDay): DayRange {
  const range = periodRange(PERIOD[period], day);
  if (!range) throw new Error(`${period} has no range`);
  return range;
}

const firstDay = (day: BusinessDay): BusinessDay =>
  PERFORMANCE_PERIODS.map((period) => rangeOf(period, day).startDate).sort()[0] ?? day;

/** What is added up of each period as of a day. */
const ofPeriods = <Sums>(day: BusinessDay, sumOf: (range: DayRange) => Sums) =>
  Object.fromEntries(PERFORMANCE_PERIODS.map((period) => [period, sumOf(rangeOf(period, day))])) as Record<
    PerformancePeriod,
    Sums
  >;

async function balancesOf(
  kind: PaidKind,
  day: BusinessDay,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const balances = await openBalances(kind, day, ids);
  return new Map(balances.map(({ personID, cents }) => [personID, cents]));
}

/** The last day before `start` on which somebody has one of these figures; empty: there is none. */
async function lastDayBefore(
  kind: PaidKind,
  id: number,
  start: BusinessDay,
  figures: readonly Figure[],
): Promise<BusinessDay | ''> {
  const payee = payeeKeyOf(kind, id);
  const days = {
    _id: { $gte: dayKeyOf(payee, ''), $lt: dayKeyOf(payee, start) },
    $or: figures.map((figure) => ({ [figure]: { $gt: 0 } })),
  };
  const found = await DayTotalModel.findOne(days as never, { day: 1 })
    .sort({ _id: -1 })
    .lean<Pick<DayTotal, 'day'>>();
  return found?.day ?? '';
}

const SUMMED = ['clicks', 'joins', 'salesCount', 'salesCents', 'payoutCents'] as const;
type Sums = Record<(typeof SUMMED)[number], number>;

type DayFigures = Sums & { day: BusinessDay; rev: number };

/** Figures of these affiliates as of a day, from days of links and what is open for payroll. */
export async function computePerformances(
  affIDs: readonly number[],
  day: BusinessDay,
): Promise<Map<number, Omit<Performance, 'rev'>>> {
  // Also the 30 days before the last 30, which are compared with them.
  const [start = day] = [firstDay(day), addDays(day, 1 - 2 * PERFORMANCE_DAYS)].sort();
  // Posted after a day: on the first open one after a payroll through it.
  const later = { kind: 'affiliate', personID: { $in: [...affIDs] }, day: { $gt: day }, open: true } as const;
  const [daysOf, balanceOf, postedLater] = await Promise.all([
    Promise.all(affIDs.map((affID) => readLinkDays(affID, start))),
    balancesOf('affiliate', day, affIDs),
    DayTotalModel.distinct('personID', later),
  ]);
  const computed = await Promise.all(
    affIDs.map(async (affID, index): Promise<[number, Omit<Performance, 'rev'>]> => {
      const days = daysOf[index] ?? [];
      const newest = days.findLast(({ salesCount }) => salesCount > 0)?.day;
      // Day totals reach back further than days of links are read.
      const lastSaleDay = newest ?? (await lastDayBefore('affiliate', affID, start, ['salesCount']));
      const balanceCents = balanceOf.get(affID) ?? 0;
      // Without any day in sight, and nothing that payroll counts later, no midnight changes anything.
      const rolls = (days.length > 0 || postedLater.includes(affID)) && { rollsOn: addDays(day, 1) };
      return [affID, { ...figuresOf(days, day), ...rolls, balanceCents, lastSaleDay }];
    }),
  );
  return new Map(computed);
}

/** Days of links from `start` on, the oldest first: of each affiliate two months at most. */
async function readLinkDays(affID: number, start: BusinessDay): Promise<DayFigures[]> {
  const days = await collectionOf(LinkDayModel)
    .find<{ day: BusinessDay; rev: number; rows: LinkFigures[] }>(
      { _id: { $gte: linkDayKeyOf(affID, start), $lte: linkDayKeyOf(affID, '9') } } as object,
      { projection: SHOWN },
    )
    .sort({ _id: 1 })
    .toArray();
  return days.map(({ day, rev, rows }) => {
    const sums = addUp(rows);
    for (const { refundsCents = 0 } of rows) sums.salesCents -= refundsCents;
    return { day, rev, ...sums };
  });
}

const READ = ['day', 'rev', ...[...SUMMED, 'refundsCents'].map((name) => `rows.${name}`)];
const SHOWN = { _id: 0, ...Object.fromEntries(READ.map((name) => [name, 1])) };

function addUp(all: readonly Partial<Sums>[]): Sums {
  const sums: Sums = { clicks: 0, joins: 0, salesCount: 0, salesCents: 0, payoutCents: 0 };
  for (const each of all) for (const name of SUMMED) sums[name] += each[name] ?? 0;
  return sums;
}

function figuresOf(
  days: readonly DayFigures[],
  day: BusinessDay,
): Omit<Performance, 'rev' | 'rollsOn' | 'balanceCents' | 'lastSaleDay'> {
  const sumOf = (range: DayRange): PeriodFigures => {
    const sum = addUp(days.filter((each) => isWithin(range, each.day)));
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
    daysRev: days.reduce((sum, { rev }) => sum + rev, 0),
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
type StaffDay = Pick<DayTotal, 'day' | 'seq' | 'postedCents'> &
  Partial<Record<(typeof SOLD)[number], number>>;

const soldOn = (day: StaffDay) => SOLD.reduce((sum, figure) => sum + (day[figure] ?? 0), 0);

/** Figures of these members of staff as of a day, from their day totals and what is open for payroll. */
export async function computeStaffPerformances(
  staffIDs: readonly number[],
  day: BusinessDay,
): Promise<Map<number, Omit<StaffPerformance, 'rev'>>> {
  const start = firstDay(day);
  const balanceOf = await balancesOf('staff', day, staffIDs);
  const computed = await Promise.all(
    staffIDs.map(async (staffID): Promise<[number, Omit<StaffPerformance, 'rev'>]> => {
      const days = await readStaffDays(staffID, start);
      const newest = days.findLast((each) => soldOn(each) > 0)?.day;
      const performance = {
        ...ofPeriods(day, (range) => staffFigures(days.filter((each) => isWithin(range, each.day)))),
        daysRev: days.reduce((sum, { seq }) => sum + seq, 0),
        // Without any day in sight, no midnight changes anything.
        ...(days.length > 0 && { rollsOn: addDays(day, 1) }),
        balanceCents: balanceOf.get(staffID) ?? 0,
        lastSaleDay: newest ?? (await lastDayBefore('staff', staffID, start, SOLD)),
      };
      return [staffID, performance];
    }),
  );
  return new Map(computed);
}

const staffFigures = (days: readonly StaffDay[]): StaffFigures => ({
  salesCount: days.reduce((sum, day) => sum + soldOn(day), 0),
  earnedCents: days.reduce((sum, { postedCents = 0 }) => sum + postedCents, 0),
});

/** Their days from `start` on, the oldest first: two months at most. What came back of payments is left out. */
async function readStaffDays(staffID: number, start: BusinessDay): Promise<StaffDay[]> {
  const payee = payeeKeyOf('staff', staffID);
  const shown = Object.fromEntries(['day', 'seq', 'postedCents', ...SOLD].map((name) => [name, 1]));
  const [days, returned] = await Promise.all([
    DayTotalModel.find({ _id: { $gte: dayKeyOf(payee, start), $lte: dayKeyOf(payee, '9') } }, shown)
      .sort({ _id: 1 })
      .lean<StaffDay[]>(),
    returnedByDay(payee, start),
  ]);
  return days.map(({ postedCents = 0, ...day }) => {
    return { ...day, postedCents: postedCents - (returned.get(day.day) ?? 0) };
  });
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
export async function computeMemberPerformances(
  memberIDs: readonly number[],
): Promise<Map<number, Omit<MemberPerformance, 'rev'>>> {
  const sums = new Map<number, Omit<MemberPerformance, 'rev'>>(
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
