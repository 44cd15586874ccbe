import { emailsOf } from '../accounts';
import { catchUpLedger, wholeRecords } from '../ledger';
import {
  accountOf,
  EXECUTE_STEP,
  latestMarks,
  MARK_STEP,
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
} from '../payroll';
import { MAILS, mailOf, storeMail } from '../platform';
import { moveThrough, NoticeCursorModel } from './notice-cursor';

/**
 * Stores a mail to the affiliate of each payment of a step, once: its id is the payment's, and how far that went is stored
 * afterwards. Safe to repeat and to race with itself. @returns ids of the mails, to be sent
 * @param step payments of the journal's records after `from`, of which it looks at those through `through`
 */
async function storeAffiliateMails(
  cursor: 'payments' | 'paid',
  kind: 'payment-executed' | 'payment-paid',
  step: (span: { from: number; head: number }) => Promise<{ payrolls: PayrollRecord[]; through: number }>,
): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await NoticeCursorModel.findById(cursor).lean())?.through ?? 0;
  if (from >= head) return [];
  const { payrolls, through } = await step({ from, head });
  const ofAffiliates = payrolls.filter(({ kind }) => kind === 'affiliate');
  const emails = await emailsOf(
    'affiliate',
    ofAffiliates.map(({ personID }) => personID),
    MAILS[kind].notice,
  );
  const mailIDs: string[] = [];
  for (const payroll of ofAffiliates) {
    const to = emails.get(payroll.personID);
    if (!to) continue;
    const { _id: payrollID, personID: id } = payroll;
    const given = { ...payroll, payrollID, account: accountOf(payroll) };
    const mail = mailOf(kind, { to, whose: { kind: 'affiliate', id } }, given);
    mailIDs.push(await storeMail(mail, `${kind}.${payrollID}`));
  }
  await moveThrough(cursor, through);
  return mailIDs;
}

/** Of each payment that the journal has, as storeAffiliateMails. */
export const storePaymentMails = (): Promise<string[]> =>
  storeAffiliateMails('payments', 'payment-executed', async (span) => {
    // More than those of one record.
    const rows = 5 * EXECUTE_STEP;
    const { found, through } = await wholeRecords<PayrollRecord>(PayrollModel, {}, { ...span, rows });
    return { payrolls: found, through };
  });

/** Of each payment that is marked paid; one marked again is not mailed again, nor is one whose mark was taken back by then. */
export const storePaidMails = (): Promise<string[]> =>
  storeAffiliateMails('paid', 'payment-paid', async (span) => {
    const paid = { state: 'paid' };
    const rows = 5 * MARK_STEP;
    const { found, through } = await wholeRecords<PaymentMark>(PaymentMarkModel, paid, { ...span, rows });
    const latest = await latestMarks(found.map(({ payrollID }) => payrollID));
    const holding = [...latest.values()].filter(({ state }) => state === 'paid');
    const ids = holding.map(({ payrollID }) => payrollID);
    return { payrolls: await PayrollModel.find({ _id: { $in: ids } }).lean<PayrollRecord[]>(), through };
  });
