import type { BusinessDay } from '@partnerdesk/contracts';
import { useMemo } from 'react';
import { type ChartPoint, fillDays } from './chart-scale';
import { SeriesChart } from './series-chart';

interface DailyChartProps {
  /** What the chart is about, for its name. */
  title: string;
  points: readonly ChartPoint[];
  /** First and last day drawn, both included. */
  startDate: BusinessDay;
  endDate: BusinessDay;
}

/** An affiliate's sales and payout by day. */
export function DailyChart({ title, points, startDate, endDate }: DailyChartProps) {
  const days = useMemo(() => fillDays(points, startDate, endDate), [points, startDate, endDate]);
  const series = useMemo(
    () => [
      { label: 'Sales', values: days.map(({ sales }) => sales) },
      { label: 'Payout', values: days.map(({ payout }) => payout) },
    ],
    [days],
  );
  return <SeriesChart title={title} days={days.map(({ day }) => day)} series={series} unit="usd" />;
}
