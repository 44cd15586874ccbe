import { MESSAGE, PAYMENT_TYPE, type PaymentHistoryRow } from '@partnerdesk/contracts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatDay,
  formatInstant,
  formatUsd,
  sumUsd,
  useConfiguration,
} from '@partnerdesk/web';

/** 0 Unknown, 1 ACH, other PayPal (spec §3). */
export function paymentTypeName(paymentType: number): string {
  if (paymentType === PAYMENT_TYPE.unknown) return 'Unknown';
  return paymentType === PAYMENT_TYPE.ach ? 'ACH' : 'PayPal';
}

/** What was paid out. */
export function PaymentHistory({ rows }: { rows: readonly PaymentHistoryRow[] }) {
  const { businessTimezone } = useConfiguration();
  if (rows.length === 0) return <EmptyState text={MESSAGE.noPaymentHistory} />;
  const columns: Column<PaymentHistoryRow>[] = [
    { header: 'Payment', cell: (row) => row.payrollID, rowHeader: true },
    { header: 'Event', cell: (row) => row.payrollEvent },
    { header: 'Period', cell: (row) => `${formatDay(row.startPeriod)} – ${formatDay(row.endPeriod)}` },
    { header: 'Paid by', cell: (row) => paymentTypeName(row.paymentType) },
    { header: 'Date', cell: (row) => formatInstant(row.dateCreated, businessTimezone) },
    { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
  ];
  return (
    <DataTable
      caption="Payment history"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.payrollID}
      footer={['Total', '', '', '', '', formatUsd(sumUsd(rows.map((row) => row.amount)))]}
    />
  );
}
