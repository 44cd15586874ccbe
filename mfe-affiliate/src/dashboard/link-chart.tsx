import {
  type BusinessDay,
  type LinkReport,
  type LinkReportFigures,
  type LinkReportRow,
  MAX_LINK_REPORT_DAYS,
} from '@partnerdesk/contracts';
import { EmptyState, formatDay, Link, Panel, PeriodBar, QueryView, sumUsd } from '@partnerdesk/web';
import { eachDay, type Metric, MetricChart, stepOf, stepsOf } from '@partnerdesk/web/chart';
import { useChartPeriod, useChartQuery } from './dashboard-calls';

const METRICS: { label: string; unit: Metric['unit']; of: (figures: LinkReportFigures) => number }[] = [
  { label: 'Earnings', unit: 'usd', of: ({ payout }) => payout },
  { label: 'Clicks', unit: 'count', of: ({ clicks }) => clicks },
  { label: 'Joins', unit: 'count', of: ({ joins }) => joins },
  { label: 'Sales', unit: 'count', of: ({ salesCount }) => salesCount },
];

/** From the click to the earnings in a period, beside the one that it is compared with. */
export function LinkChart() {
  const [period, choose] = useChartPeriod();
  return (
    <Panel title="How it goes" actions={<Link to="/reports?by=source">Report by source</Link>}>
      <PeriodBar values={period} onChoose={choose} maxDays={MAX_LINK_REPORT_DAYS} />
      <QueryView query={useChartQuery()} failure="The chart could not be loaded.">
        {(report) => <Chart report={report} />}
      </QueryView>
    </Panel>
  );
}

function Chart({ report }: { report: LinkReport }) {
  const { startDate, endDate, beforeStart, beforeEnd, rows, rowsBefore = [], total, totalBefore } = report;
  const step = stepOf(report);
  const steps = stepsOf(daysOf(rows, startDate, endDate), step);
  const stepsBefore = stepsOf(daysOf(rowsBefore, beforeStart, beforeEnd), step);
  const valuesOf = (of: Steps, pick: (row: LinkReportFigures) => number) =>
    of.map(({ days }) => sumUsd(days.flatMap(({ row }) => (row ? [pick(row)] : []))));
  return (
    <MetricChart
      by={step}
      days={steps.map(({ day }) => day)}
      against={`${formatDay(beforeStart)} – ${formatDay(beforeEnd)}`}
      metrics={METRICS.map(({ label, unit, of }) => ({
        label,
        unit,
        value: of(total),
        before: of(totalBefore),
        values: valuesOf(steps, of),
        previous: valuesOf(stepsBefore, of).slice(0, steps.length),
      }))}
      empty={
        <EmptyState text="Nothing in these days. Choose a longer period above.">
          <Link to="/promo-tools">Get links to share</Link>
        </EmptyState>
      }
    />
  );
}

type Steps = ReturnType<typeof stepsOf<{ day: BusinessDay; row: LinkReportRow | undefined }>>;

/** Every day of a range, those without figures without a row. */
function daysOf(rows: readonly LinkReportRow[], startDate: BusinessDay, endDate: BusinessDay) {
  const known = new Map(rows.map((row) => [row.name, row]));
  return eachDay(startDate, endDate).map((day) => ({ day, row: known.get(day) }));
}
