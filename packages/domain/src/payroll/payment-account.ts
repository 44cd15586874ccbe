import { isPaidBy, PAYMENT_TYPE, type PaidBy } from '@partnerdesk/contracts';
import { maskPayPalID } from '../accounts';
import type { PayrollRecord } from './payroll.models';

/** Where a payment goes, masked, as a mail names it; empty: payment details were missing. */
export function accountOf(payroll: PayrollRecord): string {
  return isPaidBy(payroll.paymentType) ? ACCOUNTS[payroll.paymentType](payroll) : '';
}

const ACCOUNTS: Record<PaidBy, (payroll: PayrollRecord) => string> = {
  [PAYMENT_TYPE.ach]: ({ paymentInfo }) => `bank account ${paymentInfo}`,
  [PAYMENT_TYPE.payPal]: ({ payPalUserName }) => `PayPal ID ${maskPayPalID(payPalUserName)}`,
};
