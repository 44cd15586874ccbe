import type { PayrollPerson, PayrollReportRow } from '../calls/payroll.calls';
import type { PayrollType } from '../codes';
import { businessDayOfMoment } from '../days';
import { paymentTypeText } from '../payment-methods';
import type { TableColumn } from '../table-column';
import { PAYROLLS, type PaymentState } from '../wire-payroll';

export const personIdOf = (row: PayrollPerson): number => row.affID ?? row.staffID ?? 0;
export const personNameOf = (row: PayrollPerson): string => row.affName ?? row.staffName ?? '';

export const PAYMENT_STATE_TEXT: Record<PaymentState, string> = {
  executed: 'Executed',
  paid: 'Paid',
  returned: 'Returned',
};

export function payrollReportColumns(
  payrollType: PayrollType,
  timeZone: string,
): TableColumn<PayrollReportRow>[] {
  const { person } = PAYROLLS[payrollType];
  return [
    { header: `${person} ID`, kind: 'text', value: personIdOf },
    { header: 'Name', kind: 'text', value: personNameOf },
    { header: 'Start period', kind: 'date', value: (row) => row.startPeriod },
    { header: 'End period', kind: 'date', value: (row) => row.endPeriod },
    { header: 'Amount', kind: 'money', value: (row) => row.amount },
    { header: 'Payment type', kind: 'text', value: (row) => paymentTypeText(row.paymentType) },
    { header: 'Payment info', kind: 'text', value: (row) => row.paymentInfo },
    {
      header: 'Date created',
      kind: 'date',
      value: (row) => businessDayOfMoment(row.dateCreated, timeZone),
    },
    { header: 'Payroll ID', kind: 'text', value: (row) => row.payrollID },
    { header: 'State', kind: 'text', value: (row) => PAYMENT_STATE_TEXT[row.state] },
  ];
}
