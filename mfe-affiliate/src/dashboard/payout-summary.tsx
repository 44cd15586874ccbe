import { addDays, type QuickStatistics } from '@partnerdesk/contracts';
import { formatDay, formatUsd, QueryView, useAffiliateId, useConfiguration } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';
import { useGetQuickStatisticsQuery } from './dashboard.api';

/** What the affiliate earned: Yesterday, Today, Month to Date. */
export function PayoutSummary() {
  const query = useGetQuickStatisticsQuery(useAffiliateId());
  return (
    <section aria-label="Payout summary">
      <QueryView query={query} failure="Your payouts could not be loaded.">
        {(figures) => <Figures figures={figures} />}
      </QueryView>
    </section>
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
    <FigureCards>
      {rows.map(({ label, dollars, note }) => (
        <FigureCard key={label} label={label} value={formatUsd(dollars)} note={note} />
      ))}
    </FigureCards>
  );
}
