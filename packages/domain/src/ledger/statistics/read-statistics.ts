import {
  addDays,
  type BusinessDay,
  type Comparison,
  type DayRange,
  daysBetween,
  STATS_TYPE,
} from '@partnerdesk/contracts';
import { firstOfMonth } from '../../platform';
import { FIGURES, type Figures } from '../figures';
import { DayTotalModel } from '../ledger.models';
import { dayKeyOf, payeeKeyOf } from '../payee';

/** Whose figures, of which days. */
export interface StatisticsQuery extends DayRange {
  statsType: number;
  /** Staff only; 0 means all staff together. */
  staffID: number;
}

/** Figures of one day, those that are not there are zero. */
export interface DayFigures {
  day: BusinessDay;
  figures: Figures;
}

/**
 * The site's day counts everything that a member of staff's day counts, of all of them: what is asked of all
 * staff together is read there, a document a day however many they are.
 */
function payeeOf({ statsType, staffID }: StatisticsQuery): string {
  return statsType === STATS_TYPE.staff && staffID > 0 ? payeeKeyOf('staff', staffID) : payeeKeyOf('site', 0);
}

/** More days than a call asks for mostly: all of them come with the first answer. */
const BATCH_DAYS = 1000;

/**
 * The days that have figures, oldest first: a document a day, whatever the number of events. The documents come
 * whole, as few of their fields are not asked for: picking fields would cost the database more than it saves.
 */
export async function readDayFigures(query: StatisticsQuery): Promise<DayFigures[]> {
  const payee = payeeOf(query);
  const filter = { _id: { $gte: dayKeyOf(payee, query.startDate), $lte: dayKeyOf(payee, query.endDate) } };
  const totals = await DayTotalModel.collection
    .find<{ day: BusinessDay } & Figures>(filter as never, { sort: { _id: 1 }, batchSize: BATCH_DAYS })
    .toArray();
  return totals.map((total) => {
    const figures: Figures = {};
    for (const figure of FIGURES) if (total[figure] !== undefined) figures[figure] = total[figure];
    return { day: total.day, figures };
  });
}

/** Adds up days; every figure is there, zero if no day has it. */
export function sumFigures(days: readonly DayFigures[]): Required<Figures> {
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as Required<Figures>;
  for (const { figures } of days) {
    for (const figure of FIGURES) sums[figure] += figures[figure] ?? 0;
  }
  return sums;
}

/** The days that a range is compared with. */
export const comparedRange = (range: DayRange, comparison: Comparison): DayRange =>
  comparison === 'year'
    ? { startDate: yearBefore(range.startDate), endDate: yearBefore(range.endDate) }
    : previousRange(range);

/** The same day a year earlier; of February 29th the 28th. */
function yearBefore(day: BusinessDay): BusinessDay {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  return year + (day.endsWith('-02-29') ? '-02-28' : day.slice(4));
}

/**
 * What a range is compared with: whole months with the months before them, a month so far with the same days of the
 * month before, any other range with the one of the same length that ends the day before.
 */
export function previousRange({ startDate, endDate }: DayRange): DayRange {
  const end = addDays(startDate, -1);
  const months = monthsBetween(startDate, endDate) + 1;
  const isWhole = addDays(endDate, 1).endsWith('-01');
  const isOfMonths = startDate.endsWith('-01') && startDate !== endDate && (isWhole || months === 1);
  if (!isOfMonths) return { startDate: addDays(end, -daysBetween(startDate, endDate)), endDate: end };
  const start = firstOfMonth(startDate, -months);
  const [last = end] = isWhole ? [end] : [`${start.slice(0, 8)}${endDate.slice(8)}`, end].sort();
  return { startDate: start, endDate: last };
}

/** How many times the month changes from one day to a later one. */
function monthsBetween(from: BusinessDay, to: BusinessDay): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}
