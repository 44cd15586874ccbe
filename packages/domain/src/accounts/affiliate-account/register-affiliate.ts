import { randomBytes } from 'node:crypto';
import { DEFAULT_COMMISSION } from '@partnerdesk/contracts';
import { isDuplicateKey, nextId } from '../../platform';
import { AffiliateModel } from '../affiliate.model';
import { hashPassword } from '../password';
import { emailKeyOf, nameKeysOf } from '../search-key';
import { takeEmail } from '../sign-in-email';

const TRACK_ID_BYTES = 6;

export function makeTrackId(): string {
  return randomBytes(TRACK_ID_BYTES).toString('base64url');
}

export interface NewAffiliate {
  firstName: string;
  emailAddress: string;
  password: string;
}

/** Adds an affiliate. @returns affID, or null when the email is used already (docs/PRODUCT.md §8) */
export async function registerAffiliate(fields: NewAffiliate): Promise<number | null> {
  const emailAddress = fields.emailAddress.trim();
  // Before the costly hash and before an id is taken.
  if (!(await takeEmail(emailAddress, 'affiliate'))) return null;
  const firstName = fields.firstName.trim();
  const passwordHash = await hashPassword(fields.password);
  const affID = await nextId('affID');
  try {
    await AffiliateModel.create({
      affID,
      trackID: makeTrackId(),
      emailAddress,
      emailKey: emailKeyOf(emailAddress),
      emailUnconfirmed: true,
      passwordHash,
      firstName,
      ...nameKeysOf({ firstName, lastName: '' }),
      commission: DEFAULT_COMMISSION,
    });
  } catch (error) {
    const { keyPattern } = error as { keyPattern?: Record<string, unknown> };
    if (isDuplicateKey(error) && keyPattern && 'emailKey' in keyPattern) return null;
    throw error;
  }
  return affID;
}
