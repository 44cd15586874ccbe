import { formatDay, formatUsd } from '@partnerdesk/contracts';
import { domainConfig } from '../config';
import { catchUpLedger } from '../ledger/journal';
import { PayrollModel, type PayrollRecord } from '../ledger/ledger.models';
import { type NewMail, storeMail } from '../mail/mails';
import { switchOffText } from '../mail/notice-links';
import { emailsOf } from '../notices/recipients';
import { EXECUTE_STEP } from '../payroll/execute-payroll';
import { accountOf } from '../payroll/payment-account';
import { moveThrough, NoticeCursorModel } from './notice-cursor';

/** Payments of one step; more than EXECUTE_STEP, those of one record. */
const STEP = 5 * EXECUTE_STEP;

/**
 * Stores a mail to the affiliate of each payment that the journal has, once: its id is the payment's, and how far that
 * went is stored afterwards. A step at a time: the worker repeats it. Safe to repeat and to race with itself.
 * @returns ids of the mails, to be sent
 */
export async function storePaymentMails(): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await NoticeCursorModel.findById('payments').lean())?.through ?? 0;
  if (from >= head) return [];
  const payrolls = await PayrollModel.find({ seq: { $gt: from, $lte: head } })
    .sort({ seq: 1 })
    .limit(STEP)
    .lean<PayrollRecord[]>();
  // A record has fewer payments than a step: the last one's may continue beyond it.
  const through = payrolls.length < STEP ? head : (payrolls.at(-1)?.seq ?? 0) - 1;
  const paid = payrolls.filter(({ kind }) => kind === 'affiliate');
  const emails = await emailsOf(
    paid.map(({ personID }) => personID),
    'payment-executed',
  );
  const mailIDs: string[] = [];
  for (const payroll of paid) {
    const to = emails.get(payroll.personID);
    if (!to) continue;
    mailIDs.push(await storeMail(paymentMail(to, payroll), `payment-executed.${payroll._id}`));
  }
  await moveThrough('payments', through);
  return mailIDs;
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
