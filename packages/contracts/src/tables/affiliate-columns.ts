import type { PaymentHistoryRow, SaleDetail } from '../calls/figures.calls';
import type { PayrollEntry } from '../calls/payments.calls';
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

/** What is exported of a payment's statement. @param timeZone the business's, for the day of an entry */
export function statementColumns(timeZone: string): TableColumn<PayrollEntry>[] {
  return [
    { header: 'Date', kind: 'date', value: ({ at }) => businessDayOfMoment(at, timeZone) },
    { header: 'Posted', kind: 'date', value: ({ postedDay }) => postedDay },
    { header: 'Type', kind: 'text', value: ({ type }) => type },
    { header: 'Sale ID', kind: 'text', value: ({ saleID }) => saleID },
    { header: 'Member ID', kind: 'text', value: ({ memberID }) => memberID },
    { header: 'Reason', kind: 'text', value: ({ reason }) => reason },
    { header: 'Amount', kind: 'money', value: ({ amount }) => amount },
    { header: 'Commission', kind: 'count', value: ({ commission }) => commission },
    { header: 'Payout', kind: 'money', value: ({ payout }) => payout },
  ];
}
