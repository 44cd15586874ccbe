import {
  addDays,
  type BusinessDay,
  type DayRange,
  PERFORMANCE_DAYS,
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
} from '@partnerdesk/contracts';
import type { Performance, PeriodFigures } from '../../accounts';
import { collectionOf } from '../../platform';
import { LinkDayModel, type LinkFigures, linkDayKeyOf } from '../../promotion';
import { balancesOf, lastDayBefore, openAfter, rangeOf } from './periods';

const SUMMED = ['clicks', 'joins', 'salesCount', 'salesCents', 'payoutCents'] as const;
type Sums = Record<(typeof SUMMED)[number], number>;

/** What a day of all links of an affiliate adds up to. */
type DayFigures = Sums & { day: BusinessDay; rev: number };

/** The first day that any period needs, or the comparison of 30 days with those before. */
function firstDay(day: BusinessDay): BusinessDay {
  const starts = PERFORMANCE_PERIODS.map((period) => rangeOf(period, day).startDate);
  return [...starts, addDays(day, 1 - 2 * PERFORMANCE_DAYS)].sort()[0] ?? day;
}

/** Figures of these affiliates as of a day, from days of links and what is open for payroll. */
export async function computePerformances(
  affIDs: readonly number[],
  day: BusinessDay,
): Promise<Map<number, Omit<Performance, 'rev'>>> {
  const start = firstDay(day);
  const [daysOf, balanceOf, postedLater] = await Promise.all([
    Promise.all(affIDs.map((affID) => readDays(affID, start))),
    balancesOf('affiliate', day, affIDs),
    openAfter('affiliate', day, affIDs),
  ]);
  const computed = await Promise.all(
    affIDs.map(async (affID, index): Promise<[number, Omit<Performance, 'rev'>]> => {
      const days = daysOf[index] ?? [];
      const newest = days.findLast(({ salesCount }) => salesCount > 0)?.day;
      // Day totals reach back further than days of links are read.
      const lastSaleDay = newest ?? (await lastDayBefore('affiliate', affID, start, ['salesCount']));
      const balanceCents = balanceOf.get(affID) ?? 0;
      // Without any day in sight, and nothing that payroll counts later, no midnight changes anything.
      const rolls = (days.length > 0 || postedLater.has(affID)) && { rollsOn: addDays(day, 1) };
      return [affID, { ...figuresOf(days, day), ...rolls, balanceCents, lastSaleDay }];
    }),
  );
  return new Map(computed);
}

/** Days of links from `start` on, the oldest first: of each affiliate two months at most. */
async function readDays(affID: number, start: BusinessDay): Promise<DayFigures[]> {
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
  const periods = Object.fromEntries(
    PERFORMANCE_PERIODS.map((period) => [period, sumOf(days, rangeOf(period, day))]),
  ) as Record<PerformancePeriod, PeriodFigures>;
  const lastBefore = addDays(day, 0 - PERFORMANCE_DAYS);
  const before = sumOf(days, { startDate: addDays(lastBefore, 1 - PERFORMANCE_DAYS), endDate: lastBefore });
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

function sumOf(days: readonly DayFigures[], { startDate, endDate }: DayRange): PeriodFigures {
  const sum = addUp(days.filter(({ day }) => day >= startDate && day <= endDate));
  return { ...sum, epcCents: sum.clicks > 0 ? sum.payoutCents / sum.clicks : 0 };
}
