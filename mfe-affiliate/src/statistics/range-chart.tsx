import type { DayRange } from '@partnerdesk/contracts';
import { EmptyState, formatDay, Link, Panel, QueryView, useAffiliateId } from '@partnerdesk/web';
import { DailyChart, drawnRange, stepOf } from '@partnerdesk/web/chart';
import { useGetDailyFiguresQuery } from './statistics.api';

const formatRange = ({ startDate, endDate }: DayRange) =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`;

/** Sales and payout of the shown range, by day or by what a long one is drawn by; without the years before and after them. */
export function RangeChart({ range }: { range: DayRange }) {
  const query = useGetDailyFiguresQuery({ affiliateID: useAffiliateId(), ...range });
  const days = (query.data ?? []).map(({ day }) => day);
  const drawn = drawnRange(range, days);
  const title = `Sales and payout by ${stepOf(drawn)}`;
  return (
    <Panel title={`${title}, ${formatRange(drawn)}`}>
      <QueryView query={query} failure="The chart could not be loaded.">
        {(figures) => (
          <DailyChart
            title={title}
            points={figures}
            {...drawn}
            empty={
              <EmptyState text="Nothing was sold in these days. Choose a longer period above.">
                <Link to="/promo-tools">Get links to share</Link>
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Panel>
  );
}
