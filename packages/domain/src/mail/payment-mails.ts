import { formatDay, formatUsd } from '@partnerdesk/contracts';
import { wholeRecords } from '../ledger';
import { accountOf, EXECUTE_STEP, PayrollModel, type PayrollRecord } from '../payroll';
import type { NewMail } from '../platform';
import { domainConfig, switchOffText } from '../platform';
import { storeAffiliateMails } from './affiliate-mails';

/** Payments of one step; more than EXECUTE_STEP, those of one record. */
const STEP = 5 * EXECUTE_STEP;

/** Stores a mail to the affiliate of each payment that the journal has, as storeAffiliateMails. */
export const storePaymentMails = (): Promise<string[]> => storeAffiliateMails('payments', step, paymentMail);

async function step(span: { from: number; head: number }) {
  const { found, through } = await wholeRecords<PayrollRecord>(PayrollModel, {}, { ...span, rows: STEP });
  return { payrolls: found, through };
}

function paymentMail(to: string, payroll: PayrollRecord): NewMail {
  const { _id, personID, startPeriod, endPeriod, amountCents } = payroll;
  const { publicUrl = '' } = domainConfig();
  const about = { kind: 'affiliate', id: personID, notice: 'payment-executed' } as const;
  const account = accountOf(payroll);
  const goes = account ? `to the ${account}` : 'on its way as soon as your payment details are there';
  return {
    kind: 'payment-executed',
    to,
    about,
    subject: `Your payment of ${formatUsd(amountCents / 100)}`,
    text: `Your payment of ${formatUsd(amountCents / 100)} for ${formatDay(startPeriod)} to ${formatDay(endPeriod)} was executed: its amount is fixed, and it is paid next.
It will go ${goes}. Whether it was paid, and each entry of it:
${publicUrl}/statement?payrollID=${_id}
${switchOffText(about)}`,
  };
}
