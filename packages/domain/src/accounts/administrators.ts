import type { Permission } from '@partnerdesk/contracts';
import { nextId } from '../counters/ids';
import { AdministratorModel } from './administrator.model';
import { hashPassword } from './password';
import { emailKeyOf } from './search-key';
import { emailTaken, isEmailTaken } from './sign-in-email';

export interface NewAdministrator {
  emailAddress: string;
  password: string;
  firstName: string;
  permissions: readonly Permission[];
}

/** Whether anybody can sign in to the office yet. */
export async function hasAdministrators(): Promise<boolean> {
  return (await AdministratorModel.exists({})) !== null;
}

/**
 * Adds somebody to the office. @returns adminID
 * @throws AppError conflict when an administrator or an affiliate signs in with the email already
 */
export async function createAdministrator(fields: NewAdministrator): Promise<number> {
  const { emailAddress, firstName, permissions } = fields;
  if (await isEmailTaken(emailAddress)) throw emailTaken();
  const adminID = await nextId('adminID');
  const passwordHash = await hashPassword(fields.password);
  // The unique index decides between two that add the same email at once.
  await AdministratorModel.create({
    adminID,
    emailAddress,
    emailKey: emailKeyOf(emailAddress),
    passwordHash,
    firstName,
    permissions: [...permissions],
  });
  return adminID;
}
