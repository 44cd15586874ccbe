import type { BusinessDay } from '@partnerdesk/contracts';
import { sumUsd } from '@partnerdesk/web/core';
import { type ReactNode, useMemo } from 'react';
import { type ChartPoint, fillDays } from './chart-scale';
import { SeriesChart } from './series-chart';
import { stepOf, stepsOf } from './steps';

interface DailyChartProps {
  /** What the chart is about, for its name. */
  title: string;
  points: readonly ChartPoint[];
  /** First and last day, both included. */
  startDate: BusinessDay;
  endDate: BusinessDay;
  /** Stands in its place where nothing was sold. */
  empty: ReactNode;
}

/** An affiliate's sales and payout by day; of long ranges by week or month. */
export function DailyChart({ title, points, startDate, endDate, empty }: DailyChartProps) {
  const step = stepOf({ startDate, endDate });
  const steps = useMemo(
    () => stepsOf(fillDays(points, startDate, endDate), step),
    [points, startDate, endDate, step],
  );
  const series = useMemo(
    () => [
      { label: 'Sales', values: steps.map(({ days }) => sumUsd(days.map(({ sales }) => sales))) },
      { label: 'Payout', values: steps.map(({ days }) => sumUsd(days.map(({ payout }) => payout))) },
    ],
    [steps],
  );
  return (
    <SeriesChart
      title={title}
      by={step}
      days={steps.map(({ day }) => day)}
      series={series}
      unit="usd"
      empty={empty}
    />
  );
}
