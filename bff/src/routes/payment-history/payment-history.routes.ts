import {
  dollarsOf,
  type PaymentHistoryRow,
  type PaymentType,
  paymentHistoryCall,
} from '@partnerdesk/contracts';
import { type PayrollRecord, paymentHistory } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

export const addPaymentHistoryRoutes: AddRoutes = ({ handle }) => {
  handle(paymentHistoryCall, async ({ query: { affiliateID, ...range } }) =>
    (await paymentHistory(affiliateID, range)).map(presentPayment),
  );
};

/** A row of GET /member-payment-history (docs/PRODUCT.md §3). */
export function presentPayment(payroll: PayrollRecord): PaymentHistoryRow {
  return {
    payrollID: payroll._id,
    affID: payroll.personID,
    payrollEvent: 'Affiliate payroll',
    paymentType: payroll.paymentType as PaymentType,
    startPeriod: payroll.startPeriod,
    endPeriod: payroll.endPeriod,
    amount: dollarsOf(payroll.amountCents),
    dateCreated: payroll.createdAt.toISOString(),
  };
}
