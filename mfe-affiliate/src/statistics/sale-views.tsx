import {
  csvOf,
  MESSAGE,
  type SaleDetail,
  type SaleSummary as Summary,
  saleDetailColumns,
} from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  downloadText,
  EmptyState,
  formatCount,
  formatInstant,
  formatUsd,
  Panel,
  sumUsd,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import type { ShownSales } from './statistics-view';

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

interface SaleDetailsProps {
  title: string;
  view: ShownSales;
  onMore: () => Promise<void>;
  readAll: () => Promise<SaleDetail[]>;
}

/** Each sale and refund of the range, a page at a time; all of them as CSV. */
export function SaleDetails({ title, view, onMore, readAll }: SaleDetailsProps) {
  const { businessTimezone } = useConfiguration();
  const [isBusy, setIsBusy] = useState(false);
  const { rows, next, summary, range } = view;
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState text={MESSAGE.noDetails} />
      </Panel>
    );
  }
  const columns: Column<SaleDetail>[] = [
    { header: 'Sale', cell: (row) => row.saleID, rowHeader: true },
    { header: 'Date', cell: (row) => formatInstant(row.dateCreated, businessTimezone) },
    { header: 'Type', cell: (row) => row.transactionType },
    { header: 'Amount', cell: (row) => formatUsd(row.saleAmount), numeric: true },
    { header: 'Payout', cell: (row) => formatUsd(row.payout), numeric: true },
  ];
  const sums = summary
    ? [summary.totalSales, summary.totalPayout]
    : [sumUsd(rows.map((row) => row.saleAmount)), sumUsd(rows.map((row) => row.payout))];
  const during = (work: () => Promise<unknown>) => async () => {
    if (isBusy) return;
    setIsBusy(true);
    // A failed call has raised its alert.
    await work().catch(() => undefined);
    setIsBusy(false);
  };
  const save = async () => {
    const all = await readAll();
    const name = `sales-${range.startDate}-${range.endDate}.csv`;
    downloadText(name, csvOf(saleDetailColumns(businessTimezone), all));
  };
  return (
    <Panel
      title={title}
      actions={
        <Button variant="outline-primary" size="sm" aria-disabled={isBusy} onClick={during(save)}>
          Export CSV
        </Button>
      }
    >
      <DataTable
        caption="Sale details"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.saleID}-${row.dateCreated}-${row.saleAmount}`}
        footer={['Total', '', '', ...sums.map((sum) => formatUsd(sum))]}
      />
      {next && (
        <div className="pd-table-more">
          <span>The newest {formatCount(rows.length)} are loaded; the total is of all</span>
          <Button variant="outline-primary" size="sm" aria-disabled={isBusy} onClick={during(onMore)}>
            Load more
          </Button>
        </div>
      )}
    </Panel>
  );
}
