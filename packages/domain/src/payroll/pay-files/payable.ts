import {
  csvLine,
  dollarsOf,
  isPaidBy,
  isPayPalId,
  isRoutingNumber,
  PAYMENT_METHODS,
  type PayFileFormat,
} from '@partnerdesk/contracts';
import type { PayrollRecord } from '../payroll.models';
import { accountNumberOf, isAccountAsExecuted } from '../payroll-record';
import { type AchCredit, MAX_ACH_CENTS } from './nacha';

/** Why a payment can't be in a file of this format, as its record stands; undefined: it can. */
export function reasonToExclude(format: PayFileFormat, payroll: PayrollRecord): string | undefined {
  const { paymentType } = payroll;
  if (!isPaidBy(paymentType)) return 'No payment type is known';
  const method = PAYMENT_METHODS[paymentType];
  if (!isAccountAsExecuted(payroll)) return 'The account is not the one that was executed';
  return method.format === format ? REASONS[format](payroll) : method.otherFormat;
}

const REASONS: Record<PayFileFormat, (payroll: PayrollRecord) => string | undefined> = {
  nacha: reasonNotToCredit,
  paypal: ({ payPalUserName }) =>
    isPayPalId(payPalUserName) ? undefined : 'The PayPal ID is no email address',
};

function reasonNotToCredit(payroll: PayrollRecord): string | undefined {
  if (!payroll.achAccountNumberEncrypted) return 'No account number';
  if (!isRoutingNumber(payroll.achRoutingNumber)) return 'Bad routing number';
  if (payroll.amountCents > MAX_ACH_CENTS) return 'The amount is too high for one line';
  const account = accountNumberOf(payroll);
  if (account === undefined) return 'The account number cannot be read';
  return /^[\dA-Za-z-]{1,17}$/.test(account) ? undefined : 'Bad account number';
}

/** The payment's line of a NACHA file. @throws Error for one that reasonToExclude names */
export function achCreditOf(payroll: PayrollRecord): AchCredit {
  const account = accountNumberOf(payroll);
  if (!account) throw new Error(`the account number of payroll ${payroll._id} cannot be read`);
  return {
    routing: payroll.achRoutingNumber,
    account,
    accountType: payroll.achAccountType,
    cents: payroll.amountCents,
    payrollID: payroll._id,
    name: payroll.achName || payroll.name,
  };
}

/** The payment's line of a PayPal file; the customer id is our mark of the payment, unique in the file. */
export const payPalPaymentOf = (payroll: PayrollRecord) => ({
  recipient: payroll.payPalUserName,
  cents: payroll.amountCents,
  customerID: String(payroll._id),
  note: `Payroll ${payroll.startPeriod} to ${payroll.endPeriod}`,
});

/** PayPal's mass-payment CSV: recipient, amount, currency, customer id, note; no header. */
export function writePayPalCsv(payments: readonly ReturnType<typeof payPalPaymentOf>[]): string {
  return payments
    .map(({ recipient, cents, customerID, note }) =>
      csvLine([recipient, dollarsOf(cents).toFixed(2), 'USD', customerID, note]),
    )
    .join('');
}
