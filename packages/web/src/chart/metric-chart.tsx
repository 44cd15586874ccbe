import { type ReactNode, useState } from 'react';
import { Change, type FigureChange } from '../parts/figure-card';
import { FORMATS, SeriesChart } from './series-chart';
import type { Step } from './steps';

/** What the chart can show: a figure of the period, its course, and both of the one that it is compared with. */
export interface Metric {
  label: string;
  unit: 'usd' | 'count';
  value: number;
  before: number;
  /** What more of it means; better unless said. */
  more?: FigureChange['more'];
  values: readonly number[];
  /** Empty: it is not drawn. */
  previous: readonly number[];
}

interface MetricChartProps {
  metrics: readonly Metric[];
  by: Step | 'hour';
  days: readonly string[];
  /** The days that it is compared with, to be read: `Oct 1 – Oct 26, 2026`. */
  against: string;
  /** The figures stand beside the chart already: only their names are shown here. */
  namesOnly?: boolean;
  empty: ReactNode;
}

/** Figures with their change, of which the chosen one is drawn beside what it is compared with. */
export function MetricChart({ metrics, by, days, against, namesOnly, empty }: MetricChartProps) {
  const [chosen, setChosen] = useState<string>();
  const shown =
    metrics.find(({ label }) => label === chosen) ??
    // The first that says something.
    metrics.find(({ value, before }) => value !== 0 || before !== 0) ??
    metrics[0];
  if (!shown) return empty;
  const { label, unit, values, previous } = shown;
  return (
    <>
      <fieldset className={namesOnly ? 'pd-metrics pd-metric-names' : 'pd-metrics'} aria-label="Figure">
        {metrics.map((metric) => (
          <button
            key={metric.label}
            type="button"
            className="pd-metric"
            aria-pressed={metric === shown}
            onClick={() => setChosen(metric.label)}
          >
            <span className="pd-metric-label">{metric.label}</span>
            {!namesOnly && <Sum {...metric} />}
          </button>
        ))}
      </fieldset>
      <p className="pd-panel-muted pd-metric-sum">
        {namesOnly && <Sum {...shown} />} Compared with {against}
      </p>
      <div className="pd-chart-room">
        <SeriesChart
          title={`${label} by ${by}`}
          by={by}
          days={days}
          unit={unit}
          series={[{ label, values }]}
          {...(previous.length > 0 && { previous: { label: `${label} before`, values: previous } })}
          empty={empty}
        />
      </div>
    </>
  );
}

function Sum({ value, before, more, unit }: Metric) {
  return (
    <>
      <span className="pd-figure-value">{FORMATS[unit](value)}</span>
      <Change now={value} before={before} more={more} />
    </>
  );
}
