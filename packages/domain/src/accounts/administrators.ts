import { OPEN_ACCOUNT_STATUSES, type Permission } from '@partnerdesk/contracts';
import { type By, deliverAudit, recorded, SYSTEM_ACTOR } from '../audit/audit';
import { nextId } from '../counters/ids';
import { isDuplicateKey } from '../duplicate-key';
import { AdministratorModel } from './administrator.model';
import { hashPassword } from './password';
import { emailKeyOf } from './search-key';
import { emailTaken, takeEmail } from './sign-in-email';

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
 * Adds somebody to the office who sets a password by an invitation. @returns adminID
 * @throws AppError conflict when an administrator or an affiliate signs in with the email already
 */
export function addAdministrator(fields: Omit<NewAdministrator, 'password'>, by: By): Promise<number> {
  return add(fields, 'administrator.invited', by);
}

/** Adds somebody to the office who knows their password. @returns adminID @throws as addAdministrator */
export function createAdministrator({ password, ...fields }: NewAdministrator): Promise<number> {
  return add(fields, 'administrator.created', { actor: SYSTEM_ACTOR }, password);
}

async function add(
  fields: Omit<NewAdministrator, 'password'>,
  action: 'administrator.invited' | 'administrator.created',
  by: By,
  password?: string,
): Promise<number> {
  const { emailAddress, firstName, permissions } = fields;
  if (!(await takeEmail(emailAddress, 'administrator'))) throw emailTaken();
  const adminID = await nextId('adminID');
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const emailKey = emailKeyOf(emailAddress);
  try {
    await AdministratorModel.create({
      adminID,
      emailAddress,
      emailKey,
      passwordHash,
      firstName,
      permissions: [...permissions],
      ...recorded({
        ...by,
        action,
        subject: { type: 'administrator', id: adminID },
        after: { emailAddress, permissions },
      }),
    });
  } catch (error) {
    // The unique index decides between two that add the same email at once.
    if (isDuplicateKey(error)) throw emailTaken();
    throw error;
  }
  await deliverAudit(AdministratorModel, { adminID });
  return adminID;
}

/** Notes that an administrator has signed in. */
export async function noteSignIn(adminID: number): Promise<void> {
  await AdministratorModel.updateOne({ adminID }, { $set: { lastSignInAt: new Date() } });
}

/**
 * Brings an office from before the permissions audit and administrators up to date, once: the first administrator gets
 * both, and everybody with accounts, who could read the audit log, keeps it (docs/RULES.md, Who may enter).
 */
export async function appointFirstManager(): Promise<void> {
  if (await AdministratorModel.exists({ permissions: 'administrators' })) return;
  await AdministratorModel.updateMany({ permissions: 'accounts' }, { $addToSet: { permissions: 'audit' } });
  const first = await AdministratorModel.findOne({ status: { $in: [...OPEN_ACCOUNT_STATUSES] } })
    .sort({ adminID: 1 })
    .lean();
  if (!first) return;
  const permissions = { $each: ['audit', 'administrators'] };
  await AdministratorModel.updateOne({ adminID: first.adminID }, { $addToSet: { permissions } });
}
