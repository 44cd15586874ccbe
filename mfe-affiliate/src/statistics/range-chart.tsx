import { comparedRange, type DailyFigure } from '@partnerdesk/contracts';
import { EmptyState, formatRange, Link, Panel, QueryView, sumUsd, useAffiliateId } from '@partnerdesk/web';
import { compareDays, type DaysWithRows, drawnRange, MetricChart, stepOf } from '@partnerdesk/web/chart';
import { useGetDailyFiguresQuery } from './statistics.api';
import type { ComparedDays } from './statistics-view';

/**
 * Sales and payout of the shown range beside what it is compared with, by day or by what a long one is drawn by. The years
 * before and after them are not drawn; what is compared is the whole range, as in /reports.
 */
export function RangeChart({ range }: { range: ComparedDays }) {
  const affiliateID = useAffiliateId();
  const { startDate, endDate, compare } = range;
  const before = comparedRange({ startDate, endDate }, compare);
  const query = useGetDailyFiguresQuery({ affiliateID, startDate, endDate });
  const queryBefore = useGetDailyFiguresQuery({ affiliateID, ...before });
  const days = (query.data ?? []).map(({ day }) => day);
  const drawn = drawnRange({ startDate, endDate }, days);
  const failure = 'The chart could not be loaded.';
  return (
    <Panel title={`Sales and payout by ${stepOf(drawn)}, ${formatRange(drawn)}`} className="aff-range-chart">
      <QueryView query={query} failure={failure}>
        {(rows) => (
          <QueryView query={queryBefore} failure={failure}>
            {(rowsBefore) => (
              <Chart
                now={{ ...drawn, rows }}
                before={{ ...before, rows: rowsBefore }}
                isFromStart={drawn.startDate === startDate}
              />
            )}
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

interface ChartProps extends Record<'now' | 'before', DaysWithRows<DailyFigure>> {
  isFromStart: boolean;
}

function Chart({ now, before, isFromStart }: ChartProps) {
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
        // Days of both would not stand above each other.
        ...(!isFromStart && { previous: [] }),
      }))}
      empty={
        <EmptyState text="Nothing was sold in these days. Choose a longer period above.">
          <Link to="/promo-tools">Get links to share</Link>
        </EmptyState>
      }
    />
  );
}
