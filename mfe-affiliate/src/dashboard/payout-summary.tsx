import { addDays, type QuickStatistics } from '@partnerdesk/contracts';
import { formatDay, formatUsd, Panel, QueryView, useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { useGetQuickStatisticsQuery } from './dashboard.api';

/** What the affiliate earned: Yesterday, Today, Month to Date. */
export function PayoutSummary() {
  const query = useGetQuickStatisticsQuery(useAffiliateId());
  return (
    <Panel title="Payout summary">
      <QueryView query={query} failure="Your payouts could not be loaded.">
        {(figures) => <Figures figures={figures} />}
      </QueryView>
    </Panel>
  );
}

function Figures({ figures }: { figures: QuickStatistics }) {
  const { today } = useConfiguration();
  const rows = [
    { label: 'Yesterday', dollars: figures.yesterday, note: formatDay(addDays(today, -1)) },
    { label: 'Today', dollars: figures.today, note: formatDay(today) },
    { label: 'Month to Date', dollars: figures.month, note: `since ${formatDay(`${today.slice(0, 8)}01`)}` },
  ];
  return (
    <dl className="pd-figures">
      {rows.map(({ label, dollars, note }) => (
        <div className="pd-figure" key={label}>
          <dt>{label}</dt>
          <dd>{formatUsd(dollars)}</dd>
          <dd className="pd-figure-note">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
