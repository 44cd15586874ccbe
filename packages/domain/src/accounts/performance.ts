import {
  type BusinessDay,
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
  type PerformanceSort,
  USUAL_PERFORMANCE_PERIOD,
} from '@partnerdesk/contracts';
import { type IndexDefinition, type IndexOptions, Schema } from 'mongoose';

/** What came of an affiliate's links in a period; cents, refunds taken off. */
export interface PeriodFigures {
  clicks: number;
  joins: number;
  salesCount: number;
  salesCents: number;
  payoutCents: number;
  /** Cents earned a click, with fractions; 0 where nobody clicked. */
  epcCents: number;
}

/**
 * How an affiliate performs: sums of days of links, kept with the record itself, so that a list of any number of
 * affiliates is filtered and sorted by an index. Derived (payroll/performance): it is written past the record's version
 * and seals, and can be computed again at any time.
 */
export interface Performance extends Record<PerformancePeriod, PeriodFigures> {
  /** Raised by each write, which states the one that it read. */
  rev: number;
  /** Sum of the numbers (rev) of the days of links that it is computed from: another one, once any of them is written. */
  daysRev: number;
  /** Business day from which other days belong to the periods; missing: all figures are zero, on any day. */
  rollsOn?: BusinessDay;
  /** Earned and unpaid. */
  balanceCents: number;
  /** Empty: none yet. */
  lastSaleDay: BusinessDay | '';
  /** Sales of 30 days are at most half of those of the 30 days before. */
  quiet: boolean;
  /** Sales of the last PERFORMANCE_DAYS days, the last one the day before rollsOn; none: no sales. */
  dailyCents: number[];
}

const NO_FIGURES: PeriodFigures = {
  clicks: 0,
  joins: 0,
  salesCount: 0,
  salesCents: 0,
  payoutCents: 0,
  epcCents: 0,
};

/** Of somebody for whom nothing has happened yet. */
export const NO_PERFORMANCE: Performance = {
  rev: 0,
  daysRev: 0,
  ...(Object.fromEntries(PERFORMANCE_PERIODS.map((period) => [period, NO_FIGURES])) as Record<
    PerformancePeriod,
    PeriodFigures
  >),
  balanceCents: 0,
  lastSaleDay: '',
  quiet: false,
  dailyCents: [],
};

/** Its part of the schema. */
export const performanceField = { type: Schema.Types.Mixed, default: NO_PERFORMANCE } as const;

const FIGURE_OF = {
  clicks: 'clicks',
  joins: 'joins',
  sales: 'salesCents',
  epc: 'epcCents',
  earned: 'payoutCents',
} as const satisfies Partial<Record<PerformanceSort, keyof PeriodFigures>>;

/** The stored field of a sort; figures without a period are those of the usual one. */
export function performanceFieldOf(
  sort: PerformanceSort,
  period: PerformancePeriod = USUAL_PERFORMANCE_PERIOD,
): string {
  if (sort === 'balance') return 'performance.balanceCents';
  if (sort === 'lastSale') return 'performance.lastSaleDay';
  return `performance.${period}.${FIGURE_OF[sort]}`;
}

const sortFields = new Set([
  ...PERFORMANCE_PERIODS.flatMap((period) =>
    (Object.keys(FIGURE_OF) as PerformanceSort[]).map((sort) => performanceFieldOf(sort, period)),
  ),
  performanceFieldOf('balance'),
  performanceFieldOf('lastSale'),
]);

/** Each sort with the id after it, the filters, and whose periods have moved on. */
export const PERFORMANCE_INDEXES: readonly [IndexDefinition, IndexOptions?][] = [
  ...[...sortFields].map((field): [IndexDefinition] => [{ [field]: 1, affID: 1 }]),
  [{ 'performance.quiet': 1 }, { partialFilterExpression: { 'performance.quiet': true } }],
  [{ paymentInfoSet: 1, affID: 1 }],
  [{ 'performance.rollsOn': 1 }, { partialFilterExpression: { 'performance.rollsOn': { $gt: '' } } }],
];
