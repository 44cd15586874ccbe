import { OPEN_ACCOUNT_STATUSES, type Permission } from '@partnerdesk/contracts';
import { type Actor, type By, deliverAudit, nextId, recorded, SYSTEM_ACTOR } from '../platform';
import { type Administrator, AdministratorModel } from './account.models';
import { emailTaken, refuseTaken, takeEmail } from './emails';
import type { PendingNotice } from './noticed-changes';
import { hashPassword } from './password';
import { reseal } from './seals';
import { emailKeyOf, storedEmailOf } from './search-key';

type Person = { emailAddress: string; firstName: string; permissions: readonly Permission[] };

type Secret = { password: string } | { passwordHash: string };

/** Somebody who is invited: what they get, and who hears of it, is written at once. */
export interface InvitedAdministrator extends Person {
  pending?: PendingGrant | undefined;
  passwordNotice?: PendingNotice | undefined;
  /** Who invites them is the only manager. */
  alone?: true | undefined;
}

export type PendingGrant = { requestID: string; permissions: Permission[]; by: Actor; at: Date };

export async function hasAdministrators(): Promise<boolean> {
  return (await AdministratorModel.exists({})) !== null;
}

/** Adds somebody who knows their password. @returns adminID @throws as addAdministrator */
export function createAdministrator(fields: Person & Secret): Promise<number> {
  return addAdministrator(fields, { actor: SYSTEM_ACTOR }, fields);
}

/**
 * Adds somebody to the office; without a secret they set a password by an invitation. @returns adminID
 * @throws AppError conflict when an administrator or an affiliate signs in with the email already
 */
export async function addAdministrator(
  fields: InvitedAdministrator,
  by: By,
  secret?: Secret,
): Promise<number> {
  const { firstName, permissions, pending, passwordNotice, alone } = fields;
  const emailAddress = storedEmailOf(fields.emailAddress);
  if (!(await takeEmail(emailAddress, 'administrator'))) throw emailTaken();
  const adminID = await nextId('adminID');
  const passwordHash =
    secret && ('passwordHash' in secret ? secret.passwordHash : await hashPassword(secret.password));
  const emailKey = emailKeyOf(emailAddress);
  await AdministratorModel.create({
    adminID,
    emailAddress,
    emailKey,
    passwordHash,
    firstName,
    permissions: [...permissions],
    ...(pending && { pending }),
    ...(passwordNotice && { passwordNotice }),
    ...recorded({
      ...by,
      action: secret ? 'administrator.created' : 'administrator.invited',
      subject: { type: 'administrator', id: adminID },
      after: {
        emailAddress,
        permissions,
        ...(pending && { requested: pending.permissions }),
        ...(alone && { alone }),
      },
    }),
  }).catch(refuseTaken);
  await deliverAudit(AdministratorModel, { adminID });
  return adminID;
}

export async function noteSignIn(adminID: number): Promise<void> {
  await AdministratorModel.updateOne({ adminID }, { $set: { lastSignInAt: new Date() } });
}

/**
 * Brings an office from before the permissions audit and administrators up to date, once: everybody with accounts gets
 * the first, which they had, and the first administrator both (docs/RULES.md, Who may enter).
 */
export async function appointFirstManager(): Promise<void> {
  if (await AdministratorModel.exists({ permissions: 'administrators' })) return;
  for (const each of await AdministratorModel.find({ permissions: 'accounts' }).lean())
    await givePermissions(each, ['audit']);
  const first = await AdministratorModel.findOne({ status: { $in: [...OPEN_ACCOUNT_STATUSES] } })
    .sort({ adminID: 1 })
    .lean();
  if (first) await givePermissions(first, ['audit', 'administrators']);
}

async function givePermissions(before: Administrator, added: readonly Permission[]): Promise<void> {
  const { adminID } = before;
  const permissions = [...new Set([...before.permissions, ...added])];
  const { set } = reseal('administrator', adminID, before, { permissions });
  const asRead = { adminID, permissions: before.permissions };
  await AdministratorModel.updateOne(asRead, { $set: { permissions, ...set } });
}
