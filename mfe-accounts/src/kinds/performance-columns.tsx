import type { AccountKind, PerformanceRecords, PerformanceSort } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd } from '@partnerdesk/web';
import { Sparkline } from '@partnerdesk/web/parts';
import type { ColumnDef } from './kind-definition';

/** Columns of figures of a kind, each sorted by the name of its figure. */
const columnsOf =
  <Kind extends AccountKind>() =>
  (
    sort: PerformanceSort,
    header: string,
    show: (performance: PerformanceRecords[Kind]) => string,
    from?: ColumnDef['from'],
  ): ColumnDef => ({
    name: sort,
    header,
    sort,
    numeric: true,
    onlyAlone: true,
    ...(from && { from }),
    show: ({ performance }) => (performance ? show(performance as PerformanceRecords[Kind]) : ''),
  });
const affiliate = columnsOf<'affiliate'>();
const staff = columnsOf<'staff'>();
const member = columnsOf<'member'>();
const dayOrDash = (day: string | undefined) => (day ? formatDay(day) : '–');

export const PERFORMANCE_COLUMNS: Record<AccountKind, readonly ColumnDef[]> = {
  affiliate: [
    affiliate('clicks', 'Clicks', ({ clicks }) => formatCount(clicks), 'beside'),
    affiliate('joins', 'Joins', ({ joins }) => formatCount(joins), 'beside'),
    affiliate('sales', 'Sales', ({ sales }) => formatUsd(sales)),
    affiliate('epc', 'EPC', ({ epc }) => (epc === null ? '–' : formatUsd(epc)), 'beside'),
    affiliate('earned', 'Earned', ({ earned }) => formatUsd(earned)),
    affiliate('balance', 'Balance', ({ balance }) => formatUsd(balance)),
    affiliate('lastSale', 'Last sale', ({ lastSale }) => dayOrDash(lastSale), 'beside'),
    {
      name: 'daily',
      header: '30 days',
      onlyAlone: true,
      from: 'large',
      draw: ({ performance }) => (
        <DailySales daily={(performance as PerformanceRecords['affiliate'] | undefined)?.daily ?? []} />
      ),
    },
  ],
  staff: [
    staff('sales', 'Sales', ({ salesCount }) => formatCount(salesCount)),
    staff('earned', 'Earned', ({ earned }) => formatUsd(earned)),
    staff('balance', 'Balance', ({ balance }) => formatUsd(balance)),
    staff('lastSale', 'Last sale', ({ lastSale }) => dayOrDash(lastSale), 'beside'),
    staff(
      'rating',
      'Pictures approved',
      ({ pictures: { approved, judged } }) =>
        judged > 0 ? `${Math.round((100 * approved) / judged)}% of ${formatCount(judged)}` : '–',
      'beside',
    ),
  ],
  member: [
    member('value', 'Value', ({ value }) => formatUsd(value)),
    member('lastSale', 'Last sale', ({ lastSale }) => dayOrDash(lastSale)),
  ],
};

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
