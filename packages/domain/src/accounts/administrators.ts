import { AppError, type Permission } from '@partnerdesk/contracts';
import { AdministratorModel } from './administrator.model';
import { nextId } from './ids';
import { hashPassword } from './password';
import { emailKeyOf } from './search-key';

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
 * @throws AppError conflict when the email is an administrator's already
 */
export async function createAdministrator(fields: NewAdministrator): Promise<number> {
  const emailKey = emailKeyOf(fields.emailAddress);
  if (await AdministratorModel.exists({ emailKey })) {
    throw new AppError('conflict', `There is an administrator ${fields.emailAddress} already`);
  }
  const adminID = await nextId('adminID');
  const { emailAddress, firstName, permissions } = fields;
  const passwordHash = await hashPassword(fields.password);
  // The unique index decides between two that add the same email at once.
  await AdministratorModel.create({
    adminID,
    emailAddress,
    emailKey,
    passwordHash,
    firstName,
    permissions: [...permissions],
  });
  return adminID;
}
