import { MESSAGE, type SaleDetail, type SaleSummary as Summary } from '@partnerdesk/contracts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatInstant,
  formatUsd,
  sumUsd,
  useConfiguration,
} from '@partnerdesk/web';

/** Total sales and payout of the range. */
export function SaleSummary({ summary }: { summary: Summary | null }) {
  if (!summary || (summary.totalSales === 0 && summary.totalPayout === 0)) {
    return <EmptyState text={MESSAGE.noSummary} />;
  }
  return (
    <dl className="pd-figures">
      <div className="pd-figure">
        <dt>Total sales</dt>
        <dd>{formatUsd(summary.totalSales)}</dd>
      </div>
      <div className="pd-figure">
        <dt>Total payout</dt>
        <dd>{formatUsd(summary.totalPayout)}</dd>
      </div>
    </dl>
  );
}

/** Each sale and refund of the range. */
export function SaleDetails({ rows }: { rows: readonly SaleDetail[] }) {
  const { businessTimezone } = useConfiguration();
  if (rows.length === 0) return <EmptyState text={MESSAGE.noDetails} />;
  const columns: Column<SaleDetail>[] = [
    { header: 'Sale', cell: (row) => row.saleID, rowHeader: true },
    { header: 'Date', cell: (row) => formatInstant(row.dateCreated, businessTimezone) },
    { header: 'Type', cell: (row) => row.transactionType },
    { header: 'Amount', cell: (row) => formatUsd(row.saleAmount), numeric: true },
    { header: 'Payout', cell: (row) => formatUsd(row.payout), numeric: true },
  ];
  const total = (pick: (row: SaleDetail) => number) => formatUsd(sumUsd(rows.map(pick)));
  return (
    <DataTable
      caption="Sale details"
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.saleID}-${row.dateCreated}-${row.saleAmount}`}
      footer={['Total', '', '', total((row) => row.saleAmount), total((row) => row.payout)]}
    />
  );
}
