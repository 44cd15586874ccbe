import { hash } from 'node:crypto';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import {
  decryptField,
  encryptField,
  isDuplicateKey,
  mailOf,
  plainModel,
  storeMail,
  upsert,
} from '../platform';
import { AdministratorModel, type Affiliate, AffiliateModel } from './account.models';
import type { PersonRef } from './schema-plugins';
import { emailKeyOf, storedEmailOf } from './search-key';

/* Which email signs whom in, and what an affiliate enters until its reader has confirmed it. */

type Kind = PersonRef['kind'];

/** Longer than any call takes from taking an email to storing its account (ms). */
const TAKING_MS = 120_000;
/** Claims that nobody needs any more go; an account's own email is what counts then. */
const KEPT_S = 600;

/** Which kind of account is being given an email. Within a kind its unique index decides. */
interface EmailClaim {
  /** SHA-256 of the email's key: nobody can be read out of a claim. */
  _id: string;
  kind: Kind;
  at: Date;
}

const EmailClaimModel = plainModel<EmailClaim>('EmailClaim', 'emailClaims', String, [
  [{ at: 1 }, { expireAfterSeconds: KEPT_S }],
]);

/**
 * Takes an email for an account that is about to be stored: of an affiliate and an administrator who take one at once, one
 * is refused. An affiliate who registered with it and never confirmed it does not keep it from an administrator.
 * @param ownAffID the affiliate whose email it may be already
 * @returns false when somebody else signs in with it
 */
export async function takeEmail(emailAddress: string, kind: Kind, ownAffID = 0): Promise<boolean> {
  const stored = emailKeyOf(storedEmailOf(emailAddress));
  // Older accounts have their email in the letters that it was typed in.
  const emailKey = { $in: [stored, emailKeyOf(emailAddress)] };
  if (await AffiliateModel.exists({ emailKey, affID: ownAffID })) return true;
  // Looked for again once it is claimed: an account may have been stored in between.
  return !(await isUsed(emailKey, kind)) && (await claim(stored, kind)) && !(await isUsed(emailKey, kind));
}

async function isUsed(emailKey: { $in: string[] }, kind: Kind): Promise<boolean> {
  const found = await Promise.all([
    AdministratorModel.exists({ emailKey }),
    kind === 'affiliate' ? AffiliateModel.exists({ emailKey }) : isConfirmed(emailKey),
  ]);
  return found.some(Boolean);
}

/** Whether an affiliate has this email, and not by a registration alone, which anybody can make with any email. */
export async function isConfirmed(emailKey: string | { $in: string[] }): Promise<boolean> {
  return (await AffiliateModel.exists({ emailKey, emailUnconfirmed: { $ne: true } })) !== null;
}

/** @returns false while an account of the other kind is being given this email */
async function claim(emailKey: string, kind: Kind): Promise<boolean> {
  const _id = hash('sha256', emailKey, 'base64url');
  const at = new Date();
  const isFree = [{ kind }, { at: { $lt: new Date(at.getTime() - TAKING_MS) } }];
  return !(await upsert(EmailClaimModel, { _id, $or: isFree }, { $set: { kind, at } }));
}

/** Refuses another person's email (docs/PRODUCT.md §8). */
export const emailTaken = () =>
  new AppError('conflict', MESSAGE.emailUsed, { emailAddress: MESSAGE.emailUsed });

/** For a failed write: the unique index decides between two that take an email at once. */
export function refuseTaken(error: unknown): never {
  throw isDuplicateKey(error) ? emailTaken() : error;
}

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
 * Stores the mail that asks the reader of a new email to confirm it.
 * @param mailID of the first one, stored once however often its change is finished; without it, it is another mail
 */
export async function storeConfirmationMail(
  affID: number,
  changeID: string,
  to: string,
  mailID?: string,
): Promise<void> {
  const token = encryptField(`${changeID}:${emailKeyOf(to)}`, CONTEXT);
  const whose = { kind: 'affiliate', id: affID } as const;
  await storeMail(mailOf('email-confirmation', { to, whose }, { token }), mailID);
}

/** What a link stands for; undefined: nothing, or its key is not in use any more. */
export function readConfirmationToken(token: string) {
  try {
    const [, changeID = '', affID, emailKey = ''] =
      /^(affiliate:(\d+):\d+):(.+)$/.exec(decryptField(token, CONTEXT)) ?? [];
    return affID ? { affID: Number(affID), changeID, emailKey } : undefined;
  } catch {
    return undefined;
  }
}
