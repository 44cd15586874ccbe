import {
  ACCOUNT_KINDS,
  type AccountKind,
  type BusinessDay,
  isPaidKind,
  isPerformanceSort,
  PERFORMANCE_PERIODS,
  type PerformancePeriod,
  type PerformanceSort,
  USUAL_PERFORMANCE_PERIOD,
} from '@partnerdesk/contracts';
import { type IndexDefinition, type IndexOptions, Schema } from 'mongoose';

/** Kept in a field of accounts, and computed again at any time (derived-figures.ts). */
export interface Derived {
  /** Raised by each write, which states the one that it read. */
  rev: number;
}

const NO_FIGURES = {
  clicks: 0,
  joins: 0,
  salesCount: 0,
  salesCents: 0,
  payoutCents: 0,
  /** Cents earned a click, with fractions; 0 where nobody clicked. */
  epcCents: 0,
};
/** What came of an affiliate's links in a period; cents, refunds taken off. */
export type PeriodFigures = typeof NO_FIGURES;

interface Standing extends Derived {
  /** Sum of the numbers of the days that it is computed from: another one, once any is written. */
  daysRev: number;
  /** From this day on other days belong to the periods and the balance; missing: none ever does. */
  rollsOn?: BusinessDay;
  balanceCents: number;
  lastSaleDay: BusinessDay | '';
}

/** How an affiliate performs, kept with the record: a list of any number of affiliates is filtered and sorted by an index. */
export interface Performance extends Standing, Record<PerformancePeriod, PeriodFigures> {
  /** Sales of 30 days are at most half of those of the 30 days before. */
  quiet: boolean;
  /** Sales of the last PERFORMANCE_DAYS days before rollsOn; none: no sales. */
  dailyCents: number[];
}

const NO_STAFF_FIGURES = {
  /** Paid messages, confirmed packages, completed calls and tips. */
  salesCount: 0,
  earnedCents: 0,
};
/** What a member of staff sold in a period, and what payroll counts on its days; cents. */
export type StaffFigures = typeof NO_STAFF_FIGURES;

export type StaffPerformance = Standing & OfPeriods<StaffFigures>;

type OfPeriods<Figures> = Record<PerformancePeriod, Figures>;
const ofEachPeriod = <Figures>(figures: Figures) =>
  Object.fromEntries(PERFORMANCE_PERIODS.map((period) => [period, figures])) as OfPeriods<Figures>;

const NO_STANDING: Standing = { rev: 0, daysRev: 0, balanceCents: 0, lastSaleDay: '' };
export const NO_PERFORMANCE: Performance = {
  ...NO_STANDING,
  ...ofEachPeriod(NO_FIGURES),
  quiet: false,
  dailyCents: [],
};
export const NO_STAFF_PERFORMANCE: StaffPerformance = { ...NO_STANDING, ...ofEachPeriod(NO_STAFF_FIGURES) };

/** What a member bought in all, refunds taken off; salesRev: sum of the numbers of the records that wrote these sales last. */
export const NO_MEMBER_PERFORMANCE = { rev: 0, salesRev: 0, salesCount: 0, salesCents: 0, lastSaleDay: '' };
export type MemberPerformance = typeof NO_MEMBER_PERFORMANCE;

/** Share where no picture is judged: below every other, so that lists have it at their end. */
export const UNRATED = -1;
/** What became of a member of staff's pictures; judged: approved or rejected, share: of these the approved ones, 0 to 1. */
export const NO_PICTURE_RATING = { rev: 0, approved: 0, judged: 0, share: UNRATED };
export type PictureRating = typeof NO_PICTURE_RATING;

/** Of figures that may be older than the record: without a default, so that who has none yet is computed. */
export const computedField = Schema.Types.Mixed;

type Figure = keyof PeriodFigures | keyof StaffFigures;
const FIGURE_OF: Record<AccountKind, Partial<Record<PerformanceSort, Figure>>> = {
  affiliate: {
    clicks: 'clicks',
    joins: 'joins',
    sales: 'salesCents',
    epc: 'epcCents',
    earned: 'payoutCents',
  },
  staff: { sales: 'salesCount', earned: 'earnedCents' },
  member: {},
};
const STEADY: Partial<Record<PerformanceSort, string>> = {
  balance: 'performance.balanceCents',
  lastSale: 'performance.lastSaleDay',
  rating: 'pictureRating.share',
  value: 'performance.salesCents',
};

export function performanceFieldOf(
  kind: AccountKind,
  sort: PerformanceSort,
  period: PerformancePeriod = USUAL_PERFORMANCE_PERIOD,
): string {
  return STEADY[sort] ?? `performance.${period}.${FIGURE_OF[kind][sort]}`;
}

/** No value of this field is below it. `$ne: null` finds the same, but not in an index's entries alone. */
export const lowestOf = (field: string): string | number =>
  field === STEADY.lastSale ? '' : Number.NEGATIVE_INFINITY;

function sortFieldsOf(kind: AccountKind): string[] {
  const sorts = ACCOUNT_KINDS[kind].sorts.filter(isPerformanceSort);
  const fieldsOf = (sort: PerformanceSort) =>
    PERFORMANCE_PERIODS.map((period) => performanceFieldOf(kind, sort, period));
  return [...new Set(sorts.flatMap(fieldsOf))];
}

export const QUIET = 'performance.quiet';
/** Key of the index of quiet affiliates alone, with all that they are sorted by: a walk of a sort would pass nearly everybody. */
export const QUIET_ENTRIES: Record<string, 1> = Object.fromEntries(
  [QUIET, ...sortFieldsOf('affiliate'), 'affID'].map((field) => [field, 1]),
);

/** Each sort with the id after it, the filters, and whose periods have moved on. */
export function performanceIndexes(kind: AccountKind): [IndexDefinition, IndexOptions?][] {
  const { id } = ACCOUNT_KINDS[kind];
  const bySort = sortFieldsOf(kind).map((field): [IndexDefinition] => [{ [field]: 1, [id]: 1 }]);
  if (!isPaidKind(kind)) return bySort;
  const rollsOn = 'performance.rollsOn';
  const moved: [IndexDefinition, IndexOptions] = [
    { [rollsOn]: 1 },
    { partialFilterExpression: { [rollsOn]: { $gt: '' } } },
  ];
  if (kind === 'staff') return [...bySort, moved];
  const quiet = { name: 'quietEntries', partialFilterExpression: { [QUIET]: true } };
  return [...bySort, moved, [QUIET_ENTRIES, quiet], [{ paymentInfoSet: 1, affID: 1 }]];
}
