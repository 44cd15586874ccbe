import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';
import { emailKeyOf } from './search-key';

/**
 * Whether somebody signs in with this email already. Affiliates and administrators use one form, so an email is one
 * person's. The unique indexes decide between two that take it at once.
 * @param exceptAffID the affiliate whose email it may be
 */
export async function isEmailTaken(
  emailAddress: string,
  { exceptAffID }: { exceptAffID?: number } = {},
): Promise<boolean> {
  const emailKey = emailKeyOf(emailAddress);
  const another = exceptAffID === undefined ? {} : { affID: { $ne: exceptAffID } };
  const found = await Promise.all([
    AdministratorModel.exists({ emailKey }),
    AffiliateModel.exists({ emailKey, ...another }),
  ]);
  return found.some(Boolean);
}

/** The refusal of an email that is another person's (docs/PRODUCT.md §8). */
export const emailTaken = () =>
  new AppError('conflict', MESSAGE.emailUsed, { emailAddress: MESSAGE.emailUsed });
