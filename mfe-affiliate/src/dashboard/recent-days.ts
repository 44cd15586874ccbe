import { addDays, type BusinessDay, type DailyFigure, PERIOD, periodRange } from '@partnerdesk/contracts';
import { sumUsd, useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { useGetDailyFiguresQuery } from '../statistics/statistics.api';

/** Days that the dashboard's chart shows, today included. */
export const CHART_DAYS = 30;

/** The affiliate's days since the start of last month, at least CHART_DAYS; one call for all that compares days. */
export function useRecentDays() {
  const { today } = useConfiguration();
  const chartStart = addDays(today, 1 - CHART_DAYS);
  const [startDate = chartStart] = [
    periodRange(PERIOD.lastMonth, today)?.startDate ?? today,
    chartStart,
  ].sort();
  return useGetDailyFiguresQuery({ affiliateID: useAffiliateId(), startDate, endDate: today });
}

/** Payout of a range of days in dollars; both days included. */
export function payoutBetween(
  figures: readonly DailyFigure[],
  startDate: BusinessDay,
  endDate: BusinessDay,
): number {
  return sumUsd(figures.filter(({ day }) => day >= startDate && day <= endDate).map(({ payout }) => payout));
}

/** The payout of each of the last `count` days before `end` and of `end`, in dollars, oldest first. */
export function payoutsUntil(figures: readonly DailyFigure[], end: BusinessDay, count: number): number[] {
  const payouts = new Map(figures.map(({ day, payout }) => [day, payout]));
  return Array.from({ length: count }, (_, index) => payouts.get(addDays(end, index + 1 - count)) ?? 0);
}

/** The day of last month that is as far into it as `today` is into this one, its last day at most. */
export function sameDayLastMonth(today: BusinessDay): BusinessDay {
  const lastMonth = periodRange(PERIOD.lastMonth, today);
  if (!lastMonth) throw new Error('a period preset has no range');
  const [day = lastMonth.endDate] = [
    `${lastMonth.startDate.slice(0, 8)}${today.slice(8)}`,
    lastMonth.endDate,
  ].sort();
  return day;
}
