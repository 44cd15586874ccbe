import { addDays, type TrackingSource } from '@partnerdesk/contracts';
import {
  formatCount,
  formatUsd,
  Link,
  Panel,
  QueryView,
  sumUsd,
  useAffiliateId,
  useConfiguration,
} from '@partnerdesk/web';
import { DailyChart } from '@partnerdesk/web/chart';
import { BalancePanel } from '../account/balance-panel';
import { useGetTrackingSourcesQuery } from '../promo-tools/promo.api';
import { BestSources } from './best-sources';
import { FirstSteps } from './first-steps';
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
        <Funnel sources={sources} />
        <BalancePanel />
        <LastPayment />
      </div>
    </div>
  );
}

function EarningsChart() {
  const { today } = useConfiguration();
  return (
    <Panel title={`Last ${CHART_DAYS} days`} actions={<Link to="/statistics">My Stats</Link>}>
      <div className="aff-chart">
        <QueryView query={useRecentDays()} failure="The chart could not be loaded.">
          {(days) => (
            <DailyChart
              title="Sales and payout by day"
              points={days}
              startDate={addDays(today, 1 - CHART_DAYS)}
              endDate={today}
            />
          )}
        </QueryView>
      </div>
    </Panel>
  );
}

/** Clicks → joins → sales, with what each joined member and each click brought. */
function Funnel({ sources }: { sources: readonly TrackingSource[] }) {
  const sum = (pick: (source: TrackingSource) => number) =>
    sources.reduce((total, source) => total + pick(source), 0);
  const clicks = sum(({ clicks }) => clicks);
  const joins = sum(({ joins }) => joins);
  const rows = [
    { label: 'Clicks', value: formatCount(clicks) },
    { label: 'Joins', value: formatCount(joins), note: share(joins, clicks) },
    { label: 'Sales', value: formatUsd(sumUsd(sources.map(({ sales }) => sales))) },
    { label: 'Payout', value: formatUsd(sumUsd(sources.map(({ payout }) => payout))) },
  ];
  return (
    <Panel title="From click to sale" actions={<Link to="/reports">Reports</Link>}>
      <dl className="aff-funnel">
        {rows.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {note && <span className="pd-panel-muted">{note} </span>}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** `8.0% of clicks`; nothing without clicks, and when links of former times brought more joins than clicks are known. */
function share(joins: number, clicks: number): string | undefined {
  return clicks > 0 && joins <= clicks ? `${((100 * joins) / clicks).toFixed(1)}% of clicks` : undefined;
}
