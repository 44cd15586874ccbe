import { formatDay, formatUsd, PAYMENT_TYPE } from '@partnerdesk/contracts';
import { domainConfig } from '../config';
import { catchUpLedger } from '../ledger/journal';
import {
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
} from '../ledger/ledger.models';
import { type NewMail, storeMail } from '../mail/mails';
import { switchOffText } from '../mail/notice-links';
import { emailsOf } from '../notices/recipients';
import { latestMarks } from '../payroll/latest-marks';
import { MARK_STEP } from '../payroll/mark-payments';
import { accountOf } from '../payroll/payment-account';
import { moveThrough, NoticeCursorModel } from './notice-cursor';

/** Marks of one step; more than MARK_STEP, the marks of one record. */
const STEP = 5 * MARK_STEP;

/**
 * Stores a mail to the affiliate of each payment that is marked paid, by hand or by PayPal's file, once: its id is the
 * payment's, so one that is marked again is not mailed again. A mark that was taken back by then mails nobody. A step at a
 * time: the worker repeats it. Safe to repeat and to race with itself.
 * @returns ids of the mails, to be sent
 */
export async function storePaidMails(): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await NoticeCursorModel.findById('paid').lean())?.through ?? 0;
  if (from >= head) return [];
  const marks = await PaymentMarkModel.find({ state: 'paid', seq: { $gt: from, $lte: head } })
    .sort({ seq: 1 })
    .limit(STEP)
    .lean<PaymentMark[]>();
  // A record has fewer marks than a step: the last one's may continue beyond it.
  const through = marks.length < STEP ? head : (marks.at(-1)?.seq ?? 0) - 1;
  const latest = await latestMarks(marks.map(({ payrollID }) => payrollID));
  const holding = [...latest.values()].filter(({ state }) => state === 'paid');
  const payrolls = await PayrollModel.find({
    _id: { $in: holding.map(({ payrollID }) => payrollID) },
    kind: 'affiliate',
  }).lean<PayrollRecord[]>();
  const emails = await emailsOf(
    payrolls.map(({ personID }) => personID),
    'payment-executed',
  );
  const mailIDs: string[] = [];
  for (const payroll of payrolls) {
    const to = emails.get(payroll.personID);
    if (!to) continue;
    mailIDs.push(await storeMail(paidMail(to, payroll), `payment-paid.${payroll._id}`));
  }
  await moveThrough('paid', through);
  return mailIDs;
}

function paidMail(to: string, payroll: PayrollRecord): NewMail {
  const { _id, personID, startPeriod, endPeriod, amountCents, paymentType } = payroll;
  const { publicUrl = '' } = domainConfig();
  const about = { kind: 'affiliate', id: personID, notice: 'payment-executed' } as const;
  const amount = formatUsd(amountCents / 100);
  const days = paymentType === PAYMENT_TYPE.ach ? ' Banks take up to three days.' : '';
  const account = accountOf(payroll);
  return {
    kind: 'payment-paid',
    to,
    about,
    subject: `Your payment of ${amount} is on its way`,
    text: `Your payment of ${amount} for ${formatDay(startPeriod)} to ${formatDay(endPeriod)} was sent${account && ` to the ${account}`}.${days}
Each entry of it:
${publicUrl}/statement?payrollID=${_id}
${switchOffText(about)}`,
  };
}
