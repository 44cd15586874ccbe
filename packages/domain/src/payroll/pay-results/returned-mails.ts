import { isSignInKind } from '@partnerdesk/contracts';
import { emailsOf } from '../../accounts';
import { catchUpLedger, wholeRecords } from '../../ledger';
import { mailOf, plainModel, storeMail, upsert } from '../../platform';
import { MARK_STEP } from '../mark-payments';
import type { PaymentMark, PayrollRecord } from '../payroll.models';
import { latestMarks, PaymentMarkModel, PayrollModel } from '../payroll.models';
import { accountOf } from '../payroll-record';

/** How far payees have got their mails: through the marks of journal record `seq`. */
const MailedReturnsModel = plainModel<{ _id: 'returns'; seq: number }>(
  'MailedReturns',
  'mailedReturns',
  String,
);

/** Marks of one step; more than MARK_STEP, the marks of one record. */
const STEP = 5 * MARK_STEP;

/**
 * Stores a mail to the payee of each payment that a file has marked returned, once: its id is the mark's. A mark that was
 * taken back by then mails nobody. A step at a time; safe to repeat and to race with itself. @returns ids of the mails
 */
export async function storeReturnedMails(): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await MailedReturnsModel.findById('returns').lean())?.seq ?? 0;
  if (from >= head) return [];
  const fromFiles = { source: { $exists: true } };
  const span = { from, head, rows: STEP };
  const { found: marks, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, fromFiles, span);
  const returns = marks.filter(({ state }) => state === 'returned');
  const latest = await latestMarks(returns.map(({ payrollID }) => payrollID));
  const mailIDs: string[] = [];
  for (const mark of returns.filter(({ _id, payrollID }) => latest.get(payrollID)?._id === _id)) {
    const payroll = await PayrollModel.findById(mark.payrollID).lean<PayrollRecord>();
    if (!payroll) continue;
    const { _id: payrollID, kind, personID: id } = payroll;
    const to = (await emailsOf(kind, [id], 'payment-returned')).get(id);
    if (!to) continue;
    const mailID = `payment-returned.${mark._id.replace(':', '.')}`;
    const what = { reason: reasonInWords(mark), signsIn: isSignInKind(kind) };
    const given = { ...payroll, payrollID, account: accountOf(payroll), ...what };
    await storeMail(mailOf('payment-returned', { to, whose: { kind, id } }, given), mailID);
    mailIDs.push(mailID);
  }
  await upsert(MailedReturnsModel, { _id: 'returns' }, { $max: { seq: through } });
  return mailIDs;
}

/** Without the bank's code or PayPal's word for it, where there are words. */
const reasonInWords = ({ reason = '' }: PaymentMark): string =>
  /^[^:]{1,40}: (.+)$/s.exec(reason)?.[1] ?? reason;
