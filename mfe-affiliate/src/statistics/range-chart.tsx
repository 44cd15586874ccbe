import { comparedRange, type DailyFigure } from '@partnerdesk/contracts';
import { EmptyState, formatRange, Link, Panel, QueryView, sumUsd, useAffiliateId } from '@partnerdesk/web';
import { compareDays, type DaysWithRows, drawnRange, MetricChart, stepOf } from '@partnerdesk/web/chart';
import { useGetDailyFiguresQuery } from './statistics.api';
import type { ComparedDays } from './statistics-view';

/**
 * Sales and payout of the shown range beside what it is compared with, by day or by what a long one is drawn by; without
 * the years before and after them.
 */
export function RangeChart({ range }: { range: ComparedDays }) {
  const affiliateID = useAffiliateId();
  const { startDate, endDate, compare } = range;
  const query = useGetDailyFiguresQuery({ affiliateID, startDate, endDate });
  const days = (query.data ?? []).map(({ day }) => day);
  const drawn = drawnRange({ startDate, endDate }, days);
  const before = comparedRange(drawn, compare);
  // Of a long range only its figures say what is drawn.
  const skip = !query.data && stepOf(range) !== 'day';
  const queryBefore = useGetDailyFiguresQuery({ affiliateID, ...before }, { skip });
  const failure = 'The chart could not be loaded.';
  return (
    <Panel title={`Sales and payout by ${stepOf(drawn)}, ${formatRange(drawn)}`} className="aff-range-chart">
      <QueryView query={query} failure={failure}>
        {(rows) => (
          <QueryView query={queryBefore} failure={failure}>
            {(rowsBefore) => <Chart now={{ ...drawn, rows }} before={{ ...before, rows: rowsBefore }} />}
          </QueryView>
        )}
      </QueryView>
    </Panel>
  );
}

const METRICS = [
  { label: 'Sales', of: ({ sales }: DailyFigure) => sales },
  { label: 'Payout', of: ({ payout }: DailyFigure) => payout },
];

function Chart({ now, before }: Record<'now' | 'before', DaysWithRows<DailyFigure>>) {
  const { courseOf, ...chart } = compareDays(now, before, ({ day }) => day);
  return (
    <MetricChart
      {...chart}
      metrics={METRICS.map(({ label, of }) => ({
        label,
        unit: 'usd',
        value: sumUsd(now.rows.map(of)),
        before: sumUsd(before.rows.map(of)),
        ...courseOf(of),
      }))}
      empty={
        <EmptyState text="Nothing was sold in these days. Choose a longer period above.">
          <Link to="/promo-tools">Get links to share</Link>
        </EmptyState>
      }
    />
  );
}
