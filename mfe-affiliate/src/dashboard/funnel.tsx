import { type LinkReportFigures, linkRates, PERIOD } from '@partnerdesk/contracts';
import { countOf, formatCount, formatUsd, Link, Panel, QueryView } from '@partnerdesk/web';
import { useChartRange, useFunnelQuery } from './dashboard-calls';
import { CHART_DAYS } from './recent-days';

/** Clicks → joins → sales of the last days with their rates, and the report that has the same figures. */
export function Funnel() {
  const query = useFunnelQuery();
  const params = new URLSearchParams({ by: 'day', period: String(PERIOD.none), ...useChartRange() });
  return (
    <Panel
      title={`Click to sale, ${CHART_DAYS} days`}
      actions={<Link to={`/reports?${params}`}>Report by day</Link>}
    >
      <div className="aff-funnel-frame">
        <QueryView query={query} failure="What came of your clicks could not be loaded.">
          {({ total }) => <Steps total={total} />}
        </QueryView>
      </div>
    </Panel>
  );
}

function Steps({ total }: { total: LinkReportFigures }) {
  const { joinRate, saleRate, perVisitor } = linkRates(total);
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : `${percent.toFixed(1)}% of visitors`;
  const rows = [
    { label: 'Clicks', value: formatCount(total.clicks), note: `by ${countOf(total.visitors, 'visitor')}` },
    { label: 'Joins', value: formatCount(total.joins), note: share(joinRate) },
    { label: 'Sales', value: formatCount(total.salesCount), note: share(saleRate) },
    {
      label: 'Payout',
      value: formatUsd(total.payout),
      note: perVisitor === undefined ? '' : `${formatUsd(perVisitor)} a visitor`,
    },
  ];
  return (
    <dl className="aff-funnel">
      {rows.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <span className="pd-panel-muted"> {note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
