import type { PerformanceRecord, PerformanceSort } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd } from '@partnerdesk/web';
import { Sparkline } from '@partnerdesk/web/parts';
import type { ColumnDef } from './kind-definition';

const column = (
  sort: PerformanceSort,
  header: string,
  show: (performance: PerformanceRecord) => string,
): ColumnDef => ({
  name: sort,
  header,
  sort,
  numeric: true,
  onlyAlone: true,
  show: ({ performance }) => (performance ? show(performance) : ''),
});

/** What came of an affiliate's links in the chosen period, what is open, and the course of 30 days. */
export const PERFORMANCE_COLUMNS: readonly ColumnDef[] = [
  column('clicks', 'Clicks', ({ clicks }) => formatCount(clicks)),
  column('joins', 'Joins', ({ joins }) => formatCount(joins)),
  column('sales', 'Sales', ({ sales }) => formatUsd(sales)),
  column('epc', 'EPC', ({ epc }) => (epc === null ? '–' : formatUsd(epc))),
  column('earned', 'Earned', ({ earned }) => formatUsd(earned)),
  column('balance', 'Balance', ({ balance }) => formatUsd(balance)),
  column('lastSale', 'Last sale', ({ lastSale }) => (lastSale ? formatDay(lastSale) : '–')),
  {
    name: 'daily',
    header: '30 days',
    onlyAlone: true,
    onLargeScreens: true,
    draw: ({ performance }) => <DailySales daily={performance?.daily ?? []} />,
  },
];

/** Said aloud as a sum: the line itself is decoration. */
function DailySales({ daily }: { daily: readonly number[] }) {
  const days = daily.filter((sales) => sales !== 0).length;
  if (days === 0) return <span className="acc-no-sales">No sales</span>;
  return (
    <span title={`Sales on ${days} of the last 30 days`}>
      <Sparkline values={daily} />
      <span className="visually-hidden">Sales on {days} of the last 30 days</span>
    </span>
  );
}
