import { addDays, type BusinessDay, type DayRange } from './days';

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

/**
 * The range of a period preset (docs/PRODUCT.md §9), seen from `today`. 'Last Month' ends on the month's real last day
 * (docs/RULES.md, Days, money, ids). undefined for PERIOD.none.
 */
export function periodRange(period: Period, today: BusinessDay): DayRange | undefined {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (period) {
    case PERIOD.today:
      return { startDate: today, endDate: today };
    case PERIOD.yesterday:
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case PERIOD.lastMonth: {
      const lastDay = addDays(firstOfMonth, -1);
      return { startDate: `${lastDay.slice(0, 8)}01`, endDate: lastDay };
    }
    case PERIOD.thisMonth:
      return { startDate: firstOfMonth, endDate: today };
    case PERIOD.last7Days:
      return { startDate: addDays(today, -6), endDate: today };
    case PERIOD.last30Days:
      return { startDate: addDays(today, -29), endDate: today };
    case PERIOD.last90Days:
      return { startDate: addDays(today, -89), endDate: today };
    case PERIOD.thisQuarter: {
      const firstMonth = Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1;
      return { startDate: `${today.slice(0, 5)}${String(firstMonth).padStart(2, '0')}-01`, endDate: today };
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
