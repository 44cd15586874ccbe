import {
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
  wholeRecords,
} from '../ledger';
import { latestMarks, MARK_STEP } from '../payroll';
import { storeAffiliateMails } from './affiliate-mails';

/** Marks of one step; more than MARK_STEP, the marks of one record. */
const STEP = 5 * MARK_STEP;

/**
 * Stores a mail to the affiliate of each payment that is marked paid, by hand or by PayPal's file, as storeAffiliateMails:
 * one that is marked again is not mailed again, and a mark that was taken back by then mails nobody.
 */
export const storePaidMails = (): Promise<string[]> => storeAffiliateMails('paid', step, 'payment-paid');

async function step(span: { from: number; head: number }) {
  const paid = { state: 'paid' };
  const rows = STEP;
  const { found, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, paid, { ...span, rows });
  const latest = await latestMarks(found.map(({ payrollID }) => payrollID));
  const holding = [...latest.values()].filter(({ state }) => state === 'paid');
  const ids = holding.map(({ payrollID }) => payrollID);
  return { payrolls: await PayrollModel.find({ _id: { $in: ids } }).lean<PayrollRecord[]>(), through };
}
