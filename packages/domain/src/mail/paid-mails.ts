import { formatDay, formatUsd, isPaidBy, PAYMENT_METHODS } from '@partnerdesk/contracts';
import { wholeRecords } from '../ledger';
import {
  accountOf,
  latestMarks,
  MARK_STEP,
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
} from '../payroll';
import type { NewMail } from '../platform';
import { domainConfig, switchOffText } from '../platform';
import { storeAffiliateMails } from './affiliate-mails';

/** Marks of one step; more than MARK_STEP, the marks of one record. */
const STEP = 5 * MARK_STEP;

/**
 * Stores a mail to the affiliate of each payment that is marked paid, by hand or by PayPal's file, as storeAffiliateMails:
 * one that is marked again is not mailed again, and a mark that was taken back by then mails nobody.
 */
export const storePaidMails = (): Promise<string[]> => storeAffiliateMails('paid', step, paidMail);

async function step(span: { from: number; head: number }) {
  const paid = { state: 'paid' };
  const rows = STEP;
  const { found, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, paid, { ...span, rows });
  const latest = await latestMarks(found.map(({ payrollID }) => payrollID));
  const holding = [...latest.values()].filter(({ state }) => state === 'paid');
  const ids = holding.map(({ payrollID }) => payrollID);
  return { payrolls: await PayrollModel.find({ _id: { $in: ids } }).lean<PayrollRecord[]>(), through };
}

function paidMail(to: string, payroll: PayrollRecord): NewMail {
  const { _id, personID, startPeriod, endPeriod, amountCents, paymentType } = payroll;
  const { publicUrl = '' } = domainConfig();
  const about = { kind: 'affiliate', id: personID, notice: 'payment-executed' } as const;
  const amount = formatUsd(amountCents / 100);
  const duration = isPaidBy(paymentType) && PAYMENT_METHODS[paymentType].duration;
  const account = accountOf(payroll);
  return {
    kind: 'payment-paid',
    to,
    about,
    subject: `Your payment of ${amount} is on its way`,
    text: `Your payment of ${amount} for ${formatDay(startPeriod)} to ${formatDay(endPeriod)} was sent${account && ` to the ${account}`}.${duration ? ` ${duration}` : ''}
Each entry of it:
${publicUrl}/statement?payrollID=${_id}
${switchOffText(about)}`,
  };
}
