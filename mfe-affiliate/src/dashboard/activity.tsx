import type { TrackingSource } from '@partnerdesk/contracts';
import { EmptyState, Link, Panel, QueryView, useAffiliateId } from '@partnerdesk/web';
import { DailyChart } from '@partnerdesk/web/chart';
import { BalancePanel } from '../account/balance-panel';
import { useGetTrackingSourcesQuery } from '../promo-tools/promo.api';
import { BestSources } from './best-sources';
import { useChartRange } from './dashboard-calls';
import { FirstSteps } from './first-steps';
import { Funnel } from './funnel';
import { LastPayment } from './last-payment';
import { CHART_DAYS, useRecentDays } from './recent-days';

/** What came of the links so far; the first steps while nothing has. */
export function Activity() {
  const query = useGetTrackingSourcesQuery(useAffiliateId());
  return (
    <QueryView query={query} failure="What came of your links could not be loaded.">
      {(sources) => (sources.length === 0 ? <FirstSteps /> : <Course sources={sources} />)}
    </QueryView>
  );
}

function Course({ sources }: { sources: readonly TrackingSource[] }) {
  return (
    <div className="aff-course">
      <div>
        <EarningsChart />
        <BestSources sources={sources} />
      </div>
      <div>
        <Funnel />
        <BalancePanel />
        <LastPayment />
      </div>
    </div>
  );
}

function EarningsChart() {
  const range = useChartRange();
  return (
    <Panel title={`Last ${CHART_DAYS} days`}>
      <div className="aff-chart">
        <QueryView query={useRecentDays()} failure="The chart could not be loaded.">
          {(days) => (
            <DailyChart
              title="Sales and payout by day"
              points={days}
              {...range}
              empty={
                <EmptyState text={`No sales in the last ${CHART_DAYS} days.`}>
                  <Link to="/promo-tools">Get links to share</Link>
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </div>
    </Panel>
  );
}
