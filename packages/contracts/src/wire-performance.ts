import type { PERIOD } from './periods';

/** Periods of which the performance of affiliates and staff is kept: presets of the statistics (periods.ts), by name. */
export const PERFORMANCE_PERIODS = [
  'today',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
] as const satisfies readonly (keyof typeof PERIOD)[];
export type PerformancePeriod = (typeof PERFORMANCE_PERIODS)[number];
/** Of which that of members is kept. */
export const ALL_TIME = 'all' as const;
/** Of which it is shown where no period is chosen. */
export const USUAL_PERFORMANCE_PERIOD: PerformancePeriod = 'last30Days';

/** What affiliates can be sorted by besides their own fields. */
export const PERFORMANCE_SORTS = [
  'clicks',
  'joins',
  'sales',
  'epc',
  'earned',
  'balance',
  'lastSale',
] as const;
/** Staff: sales by their number, rating by the share of judged pictures that are approved. */
export const STAFF_PERFORMANCE_SORTS = ['sales', 'earned', 'balance', 'lastSale', 'rating'] as const;
/** Members: value is what they bought in all. */
export const MEMBER_PERFORMANCE_SORTS = ['value', 'lastSale'] as const;
const ALL_SORTS = [...PERFORMANCE_SORTS, ...STAFF_PERFORMANCE_SORTS, ...MEMBER_PERFORMANCE_SORTS] as const;
export type PerformanceSort = (typeof ALL_SORTS)[number];
export const isPerformanceSort = (column: string): column is PerformanceSort =>
  (ALL_SORTS as readonly string[]).includes(column);

/** Days of the small line beside an affiliate, the last one today. */
export const PERFORMANCE_DAYS = 30;

/** quiet: sales of 30 days are at most half of those of the 30 before; unpayable: no payment details yet. */
export const PERFORMANCE_ONLY = ['quiet', 'unpayable'] as const;
export type PerformanceOnly = (typeof PERFORMANCE_ONLY)[number];

/** Header of a search's answer: until when its figures are complete, ISO 8601. */
export const FIGURES_UNTIL = 'X-Figures-Until';
