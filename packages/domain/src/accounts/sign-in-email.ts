import { hash } from 'node:crypto';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { plainModel, upsert } from '../platform';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';
import type { PersonRef } from './schema-plugins';
import { emailKeyOf } from './search-key';

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
  const emailKey = emailKeyOf(emailAddress);
  if (await AffiliateModel.exists({ emailKey, affID: ownAffID })) return true;
  // Looked for again once it is claimed: an account may have been stored in between.
  return !(await isUsed(emailKey, kind)) && (await claim(emailKey, kind)) && !(await isUsed(emailKey, kind));
}

async function isUsed(emailKey: string, kind: Kind): Promise<boolean> {
  const found = await Promise.all([
    AdministratorModel.exists({ emailKey }),
    kind === 'affiliate' ? AffiliateModel.exists({ emailKey }) : isConfirmed(emailKey),
  ]);
  return found.some(Boolean);
}

/** Whether an affiliate has this email, and not by a registration alone, which anybody can make with any email. */
export async function isConfirmed(emailKey: string): Promise<boolean> {
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
