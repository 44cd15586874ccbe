import { PayrollModel, type PayrollRecord, wholeRecords } from '../ledger';
import { EXECUTE_STEP } from '../payroll';
import { storeAffiliateMails } from './affiliate-mails';

/** Payments of one step; more than EXECUTE_STEP, those of one record. */
const STEP = 5 * EXECUTE_STEP;

/** Stores a mail to the affiliate of each payment that the journal has, as storeAffiliateMails. */
export const storePaymentMails = (): Promise<string[]> =>
  storeAffiliateMails('payments', step, 'payment-executed');

async function step(span: { from: number; head: number }) {
  const { found, through } = await wholeRecords<PayrollRecord>(PayrollModel, {}, { ...span, rows: STEP });
  return { payrolls: found, through };
}
