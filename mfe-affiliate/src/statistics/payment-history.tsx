import {
  csvOf,
  MESSAGE,
  type PaymentHistoryRow,
  paymentEventText,
  paymentHistoryColumns,
  paymentTypeText,
} from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  DataTable,
  downloadText,
  EmptyState,
  EntriesDialog,
  formatDay,
  formatInstant,
  formatUsd,
  Link,
  Panel,
  sumUsd,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import '../totals.css';

/** What was paid out. */
export function PaymentHistory({ title, rows }: { title: string; rows: readonly PaymentHistoryRow[] }) {
  const { businessTimezone } = useConfiguration();
  const [opened, setOpened] = useState(0);
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState text={MESSAGE.noPaymentHistory} />
      </Panel>
    );
  }
  const kept = rows.filter(({ returned }) => !returned);
  const columns: Column<PaymentHistoryRow>[] = [
    {
      header: 'Payment',
      rowHeader: true,
      // Opens to the entries that the payment adds up.
      cell: (row) => (
        <button
          type="button"
          className="btn btn-link btn-sm p-0"
          title="What it adds up"
          onClick={() => setOpened(row.payrollID)}
        >
          {row.payrollID}
        </button>
      ),
    },
    { header: 'Event', cell: paymentEventText },
    { header: 'Period', cell: (row) => `${formatDay(row.startPeriod)} – ${formatDay(row.endPeriod)}` },
    { header: 'Paid by', cell: (row) => paymentTypeText(row.paymentType) },
    { header: 'Date', cell: (row) => formatInstant(row.dateCreated, businessTimezone) },
    {
      header: 'Statement',
      cell: ({ payrollID }) => (
        <Link to={`/statement?payrollID=${payrollID}`} aria-label={`Open statement of payment ${payrollID}`}>
          Open
        </Link>
      ),
    },
    { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true, besideName: true },
  ];
  return (
    <Panel
      title={title}
      actions={
        <Button
          variant="outline-primary"
          size="sm"
          onClick={() => downloadText('payments.csv', csvOf(paymentHistoryColumns(businessTimezone), rows))}
        >
          Export CSV
        </Button>
      }
    >
      <DataTable
        stacked
        caption="Payment history"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.payrollID}
        // What came back is in a later payment: it would count twice.
        footer={[
          kept.length < rows.length ? 'Total without what came back' : 'Total',
          ...['', '', '', '', ''],
          formatUsd(sumUsd(kept.map((row) => row.amount))),
        ]}
      />
      {opened > 0 && (
        <EntriesDialog
          opened={{ title: `Payment ${opened}`, payrollID: opened }}
          onClose={() => setOpened(0)}
        />
      )}
    </Panel>
  );
}
