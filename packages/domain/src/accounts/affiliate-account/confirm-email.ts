import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { type By, VISITOR } from '../../platform';
import { findAccount, findAccountOrThrow } from '../account-kinds';
import { AffiliateModel } from '../affiliate.model';
import { writeVersion } from '../edit-account';
import { enteredEmail, isExpired, readConfirmationToken, storeConfirmationMail } from '../new-email';
import { finishChanges } from '../payment-changes/payment-changes';
import { planChange } from '../payment-changes/plan-change';
import { emailKeyOf } from '../search-key';
import { emailTaken, takeEmail } from '../sign-in-email';

export type EmailConfirmation =
  | { outcome: 'confirmed'; mailIDs: string[] }
  | { outcome: 'repeated' | 'expired' | 'void' };

const TRIES = 5;

/**
 * Makes an email the affiliate's who has entered it (docs/RULES.md, Accounts and access "Confirmed emails"). Email, audit
 * line and the mail to the former address are one write.
 * @throws AppError conflict when the email is another account's by now
 */
export async function confirmEmail(token: string, origin: Omit<By, 'actor'>): Promise<EmailConfirmation> {
  const link = readConfirmationToken(token);
  if (!link) return { outcome: 'void' };
  const { affID, changeID, emailKey } = link;
  const by: By = { ...origin, actor: VISITOR };
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await findAccount('affiliate', affID);
    if (!current) return { outcome: 'void' };
    if (current.emailKey === emailKey) return { outcome: 'repeated' };
    const entered = enteredEmail(current);
    if (entered?.changeID !== changeID || emailKeyOf(entered.emailAddress) !== emailKey)
      return { outcome: 'void' };
    if (isExpired(entered)) return { outcome: 'expired' };
    const { emailAddress } = entered;
    if (!(await takeEmail(emailAddress, 'affiliate', affID))) {
      // Unless the link was used by another request at the same moment.
      if (await AffiliateModel.exists({ affID, emailKey })) return { outcome: 'repeated' };
      throw emailTaken();
    }
    const set = { emailAddress, emailKey, newEmail: null, emailUnconfirmed: false };
    const change = await planChange('affiliate', affID, current, set, by);
    const saved = await writeVersion(
      'affiliate',
      affID,
      current,
      { ...set, ...change },
      [
        {
          ...by,
          action: 'affiliate.email-changed',
          subject: { type: 'affiliate', id: affID },
          before: { emailAddress: current.emailAddress },
          after: { emailAddress },
        },
      ],
      // A password that is changed meanwhile makes the link void, and leaves the version as it is.
      { keysVersion: current.keysVersion || { $in: [0, null] } },
    );
    if (saved) return { outcome: 'confirmed', mailIDs: await finishChanges('affiliate', affID, saved) };
  }
  throw new AppError('conflict', MESSAGE.genericError);
}

/**
 * Mails the link once more; both work for three days from now (docs/RULES.md, Accounts and access "Confirmed emails").
 * @returns mailID, to be sent; undefined when that email does not wait
 */
export async function mailConfirmationAgain(
  affID: number,
  emailAddress: string,
): Promise<string | undefined> {
  const entered = enteredEmail(await findAccountOrThrow('affiliate', affID));
  if (!entered || isExpired(entered) || entered.emailAddress !== emailAddress) return undefined;
  const { changeID } = entered;
  const waits = { affID, 'newEmail.changeID': changeID };
  const { matchedCount } = await AffiliateModel.updateOne(waits, { $set: { 'newEmail.at': new Date() } });
  return matchedCount > 0 ? storeConfirmationMail(affID, changeID, emailAddress) : undefined;
}
