import { type LinkReport, type LinkReportFigures, MAX_LINK_REPORT_DAYS } from '@partnerdesk/contracts';
import { EmptyState, Link, Panel, PeriodBar, QueryView } from '@partnerdesk/web';
import { compareDays, type Metric, MetricChart } from '@partnerdesk/web/chart';
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
  const { courseOf, ...chart } = compareDays(
    { startDate, endDate, rows },
    { startDate: beforeStart, endDate: beforeEnd, rows: rowsBefore },
    ({ name }) => name,
  );
  return (
    <MetricChart
      {...chart}
      metrics={METRICS.map(({ label, unit, of }) => ({
        label,
        unit,
        value: of(total),
        before: of(totalBefore),
        ...courseOf(of),
      }))}
      empty={
        <EmptyState text="Nothing in these days. Choose a longer period above.">
          <Link to="/promo-tools">Get links to share</Link>
        </EmptyState>
      }
    />
  );
}
