import type { PaymentHistoryRow, SaleDetail } from '../calls/figures.calls';
import { businessDayOfMoment } from '../days';
import type { TableColumn } from '../table-column';

/** What affiliates export of their sales and refunds. @param timeZone the business's */
export function saleDetailColumns(timeZone: string): TableColumn<SaleDetail>[] {
  return [
    { header: 'Sale', kind: 'text', value: ({ saleID }) => saleID },
    {
      header: 'Date',
      kind: 'date',
      value: ({ dateCreated }) => businessDayOfMoment(dateCreated, timeZone),
    },
    { header: 'Time (UTC)', kind: 'text', value: ({ dateCreated }) => dateCreated },
    { header: 'Type', kind: 'text', value: ({ transactionType }) => transactionType },
    { header: 'Amount', kind: 'money', value: ({ saleAmount }) => saleAmount },
    { header: 'Payout', kind: 'money', value: ({ payout }) => payout },
  ];
}

/** What was paid, and whether it came back. */
export const paymentEventText = ({ payrollEvent, returned }: PaymentHistoryRow): string =>
  returned ? `${payrollEvent}, came back` : payrollEvent;

/** What affiliates export of their payments. @param timeZone the business's */
export function paymentHistoryColumns(timeZone: string): TableColumn<PaymentHistoryRow>[] {
  return [
    { header: 'Payment', kind: 'text', value: ({ payrollID }) => payrollID },
    { header: 'Event', kind: 'text', value: paymentEventText },
    { header: 'From', kind: 'date', value: ({ startPeriod }) => startPeriod },
    { header: 'Through', kind: 'date', value: ({ endPeriod }) => endPeriod },
    {
      header: 'Date',
      kind: 'date',
      value: ({ dateCreated }) => businessDayOfMoment(dateCreated, timeZone),
    },
    { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
  ];
}
