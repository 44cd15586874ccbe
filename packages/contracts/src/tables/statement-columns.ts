import type { PayrollEntry } from '../calls/payment-entries.calls';
import { businessDayOfMoment } from '../days';
import type { TableColumn } from '../table-column';

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
