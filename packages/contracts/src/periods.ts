import { addDays, type BusinessDay, type DayRange, daysBetween, firstOfMonth } from './days';

/** Statistics period presets (docs/PRODUCT.md §9). */
export const PERIOD = {
  none: 0,
  today: 1,
  yesterday: 2,
  lastMonth: 3,
  thisMonth: 4,
  last7Days: 5,
  last30Days: 6,
  last90Days: 7,
  thisQuarter: 8,
  thisYear: 9,
  allTime: 10,
} as const;
export type Period = (typeof PERIOD)[keyof typeof PERIOD];

/** What a period is compared with: the one before it, or the same days a year earlier. */
export const COMPARISONS = ['before', 'year'] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** As in '12% more than the period before'. */
export const COMPARISON_NAMES: Record<Comparison, string> = {
  before: 'the period before',
  year: 'a year before',
};

/** Longest range of days that a call answers: ten years, leap days included. */
export const MAX_STATISTICS_DAYS = 3653;

/** The range of a preset (docs/PRODUCT.md §9), a month to its real last day; undefined for PERIOD.none. */
export function periodRange(period: Period, today: BusinessDay): DayRange | undefined {
  const firstOfThis = firstOfMonth(today);
  switch (period) {
    case PERIOD.today:
      return { startDate: today, endDate: today };
    case PERIOD.yesterday:
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case PERIOD.lastMonth:
      return { startDate: firstOfMonth(today, -1), endDate: addDays(firstOfThis, -1) };
    case PERIOD.thisMonth:
      return { startDate: firstOfThis, endDate: today };
    case PERIOD.last7Days:
      return { startDate: addDays(today, -6), endDate: today };
    case PERIOD.last30Days:
      return { startDate: addDays(today, -29), endDate: today };
    case PERIOD.last90Days:
      return { startDate: addDays(today, -89), endDate: today };
    case PERIOD.thisQuarter: {
      const monthsBefore = (Number(today.slice(5, 7)) - 1) % 3;
      return { startDate: firstOfMonth(today, -monthsBefore), endDate: today };
    }
    case PERIOD.thisYear:
      return { startDate: `${today.slice(0, 4)}-01-01`, endDate: today };
    case PERIOD.allTime:
      // The longest range that statistics are asked for; charts begin where there is data.
      return { startDate: addDays(today, 1 - MAX_STATISTICS_DAYS), endDate: today };
    default:
      return undefined;
  }
}

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
 * What a range is compared with: whole months with those before, a month so far with the same days of the month before, any
 * other range with the one of the same length before it.
 */
function previousRange({ startDate, endDate }: DayRange): DayRange {
  const end = addDays(startDate, -1);
  const months = monthsBetween(startDate, endDate) + 1;
  const isWhole = addDays(endDate, 1).endsWith('-01');
  const isOfMonths = startDate.endsWith('-01') && startDate !== endDate && (isWhole || months === 1);
  if (!isOfMonths) return { startDate: addDays(end, -daysBetween(startDate, endDate)), endDate: end };
  return isWhole
    ? { startDate: firstOfMonth(startDate, -months), endDate: end }
    : sameDaysOfMonthBefore({ startDate, endDate });
}

/** The same days of the month before, of a range that begins with its month; where that is shorter, all of it. */
export function sameDaysOfMonthBefore({ startDate, endDate }: DayRange): DayRange {
  const start = firstOfMonth(startDate, -1);
  const end = addDays(startDate, -1);
  const [last = end] = [`${start.slice(0, 8)}${endDate.slice(8)}`, end].sort();
  return { startDate: start, endDate: last };
}

/** How many times the month changes from one day to a later one. */
function monthsBetween(from: BusinessDay, to: BusinessDay): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}
