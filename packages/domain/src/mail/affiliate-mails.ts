import { emailsOf } from '../accounts';
import type { PayrollRecord } from '../ledger';
import { catchUpLedger } from '../ledger';
import { accountOf } from '../payroll';
import { MAILS, mailOf, storeMail } from '../platform';
import { moveThrough, NoticeCursorModel } from './notice-cursor';

/** Payments of the journal's records after `from`, of which a step looks at those through `through`. */
type Step = (span: { from: number; head: number }) => Promise<{ payrolls: PayrollRecord[]; through: number }>;

/**
 * Stores a mail to the affiliate of each payment of a step, once: its id is the payment's, and how far that went is stored
 * afterwards. The worker repeats it. Safe to repeat and to race with itself.
 * @returns ids of the mails, to be sent
 */
export async function storeAffiliateMails(
  cursor: 'payments' | 'paid',
  step: Step,
  kind: 'payment-executed' | 'payment-paid',
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
