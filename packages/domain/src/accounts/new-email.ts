import { decryptField, encryptField, mailOf, storeMail } from '../platform';
import type { Affiliate } from './affiliate.model';
import { emailKeyOf } from './search-key';

/** How long the link works (docs/RULES.md, Accounts and access "Confirmed emails"). */
const CONFIRM_MS = 72 * 3_600_000;
const CONTEXT = 'email-confirmation';

/** An email that an affiliate has entered; the account keeps the one it has until this one is confirmed. */
export interface NewEmail {
  changeID: string;
  at: Date;
  emailAddress: string;
  /** The account's then: with another email or password, secured or closed since, this one counts for nothing. */
  emailKey: string;
  keysVersion: number;
}

type Account = Pick<Affiliate, 'newEmail' | 'emailKey' | 'keysVersion'>;

/** The email that waits to be confirmed, also one whose link has expired. */
export function enteredEmail({ newEmail, emailKey, keysVersion }: Account): NewEmail | undefined {
  const entered = newEmail as NewEmail | null | undefined;
  return entered?.emailKey === emailKey && entered.keysVersion === keysVersion ? entered : undefined;
}

export const isExpired = ({ at }: NewEmail): boolean => at.getTime() + CONFIRM_MS <= Date.now();

/** The same, unless its link has expired. */
export function waitingEmail(account: Account): string | undefined {
  const entered = enteredEmail(account);
  return entered && !isExpired(entered) ? entered.emailAddress : undefined;
}

/**
 * Stores the mail that asks the reader of a new email to confirm it. @returns mailID
 * @param mailID of the first one, stored once however often its change is finished; without it, it is another mail
 */
export function storeConfirmationMail(
  affID: number,
  changeID: string,
  to: string,
  mailID?: string,
): Promise<string> {
  const token = encryptField(`${changeID}:${emailKeyOf(to)}`, CONTEXT);
  return storeMail(
    mailOf('email-confirmation', { to, whose: { kind: 'affiliate', id: affID } }, { token }),
    mailID,
  );
}

/** What a link stands for; undefined: nothing, or its key is not in use any more. */
export function readConfirmationToken(
  token: string,
): { affID: number; changeID: string; emailKey: string } | undefined {
  try {
    const [, changeID = '', affID, emailKey = ''] =
      /^(affiliate:(\d+):\d+):(.+)$/.exec(decryptField(token, CONTEXT)) ?? [];
    return affID ? { affID: Number(affID), changeID, emailKey } : undefined;
  } catch {
    return undefined;
  }
}
