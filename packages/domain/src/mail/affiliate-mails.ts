import { emailsOf } from '../accounts';
import { catchUpLedger } from '../ledger';
import type { PayrollRecord } from '../payroll';
import { type NewMail, storeMail } from '../platform';
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
  mailOf: (to: string, payroll: PayrollRecord) => NewMail,
): Promise<string[]> {
  const head = await catchUpLedger();
  const from = (await NoticeCursorModel.findById(cursor).lean())?.through ?? 0;
  if (from >= head) return [];
  const { payrolls, through } = await step({ from, head });
  const ofAffiliates = payrolls.filter(({ kind }) => kind === 'affiliate');
  const emails = await emailsOf(
    ofAffiliates.map(({ personID }) => personID),
    'payment-executed',
  );
  const mailIDs: string[] = [];
  for (const payroll of ofAffiliates) {
    const to = emails.get(payroll.personID);
    if (!to) continue;
    const mail = mailOf(to, payroll);
    mailIDs.push(await storeMail(mail, `${mail.kind}.${payroll._id}`));
  }
  await moveThrough(cursor, through);
  return mailIDs;
}
