import { addDays, daysBetween, type StatisticsDay, type StatisticsPeriod } from '@partnerdesk/contracts';
import { drawnRange } from '@partnerdesk/web/chart';
import { STAFF } from './statistics.api';

/** A chart: which values of a day it draws. */
export interface ChartPlan {
  title: string;
  unit: 'usd' | 'count';
  series: readonly { label: string; ofDay: (day: Partial<StatisticsDay>) => number }[];
}

/** Adds up dollars or counts without the rounding errors of binary fractions. */
const sum = (...values: (number | undefined)[]) =>
  values.reduce<number>((cents, value) => cents + Math.round((value ?? 0) * 100), 0) / 100;

const SALES: ChartPlan = {
  title: 'Sales and refunds',
  unit: 'usd',
  series: [
    { label: 'Sales', ofDay: (day) => sum(day.salesAmount) },
    { label: 'Refunds', ofDay: (day) => sum(day.refundsAmount) },
  ],
};

const SITE_EARNINGS: ChartPlan = {
  title: 'Earnings',
  unit: 'usd',
  series: [
    {
      label: 'Packages, calls and tips',
      ofDay: (day) => sum(day.sextingPackageSaleAmounts, day.phoneCallSalesAmount, day.tipsAmount),
    },
    { label: 'Affiliate payouts', ofDay: (day) => sum(day.payoutAmount) },
  ],
};

const STAFF_EARNINGS: ChartPlan = {
  title: 'Earnings',
  unit: 'usd',
  series: [
    { label: 'Calls', ofDay: (day) => sum(day.phoneCallSalesAmount) },
    { label: 'Packages', ofDay: (day) => sum(day.sextingPackageSaleAmounts) },
    { label: 'Tips', ofDay: (day) => sum(day.tipsAmount) },
  ],
};

const ACTIVITY: ChartPlan = {
  title: 'Activity',
  unit: 'count',
  series: [
    {
      label: 'Messages',
      ofDay: (day) => sum(day.singleMessagesSentByMembers, day.singleMessagesSentByStaff),
    },
    { label: 'Calls', ofDay: (day) => sum(day.phoneCallSalesCount) },
    { label: 'Packages', ofDay: (day) => sum(day.sextingPackagesConfirmed) },
    { label: 'Tips', ofDay: (day) => sum(day.tipsCount) },
  ],
};

export function plansOf(statsType: number): readonly ChartPlan[] {
  return statsType === STAFF ? [STAFF_EARNINGS, ACTIVITY] : [SALES, SITE_EARNINGS, ACTIVITY];
}

/** What is drawn of a period. */
export const drawnOf = (period: StatisticsPeriod) =>
  drawnRange(
    period,
    period.days.map(({ day }) => day),
  );

/** Every day of a period; those without figures are there, empty. */
export function allDays({ startDate, endDate, days }: StatisticsPeriod): StatisticsDay[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: daysBetween(startDate, endDate) + 1 }, (_, index) => {
    const day = addDays(startDate, index);
    return known.get(day) ?? { day };
  });
}
