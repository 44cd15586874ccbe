import {
  AppError,
  CLOSED_ACCOUNT_STATUS,
  LAST_MANAGER_TEXT,
  OPEN_ACCOUNT_STATUSES,
  type Permission,
} from '@partnerdesk/contracts';
import type { UpdateQuery } from 'mongoose';
import { type Administrator, AdministratorModel } from '../accounts/administrator.model';
import { addAdministrator } from '../accounts/administrators';
import { isOpenStatus } from '../accounts/principal';
import { type AuditEntry, type By, deliverAudit, recording } from '../audit/audit';
import { nextNumber } from '../counters/ids';
import { makeInvitation } from '../password-reset/password-reset';

const REOPENED_STATUS = 1;
const NEWEST_FIRST = 500;

/** Who can manage administrators now: open, with a password, with the permission. */
const MANAGER = {
  status: { $in: [...OPEN_ACCOUNT_STATUSES] },
  permissions: 'administrators' as const,
  passwordHash: { $exists: true },
};
const isManager = ({ status, permissions, passwordHash }: Administrator) =>
  isOpenStatus(status) && permissions.includes('administrators') && Boolean(passwordHash);

/** Who has not accepted the invitation yet. */
const INVITED = { status: MANAGER.status, passwordHash: { $exists: false } };

/** Everybody of the office, by id. */
export async function listAdministrators(): Promise<Administrator[]> {
  return AdministratorModel.find({}, { _id: 0 })
    .sort({ adminID: 1 })
    .limit(NEWEST_FIRST)
    .lean<Administrator[]>();
}

/** @throws AppError not_found */
export async function findAdministratorOrThrow(adminID: number): Promise<Administrator> {
  const found = await AdministratorModel.findOne({ adminID }, { _id: 0 }).lean<Administrator>();
  if (!found) throw new AppError('not_found', 'There is no such administrator');
  return found;
}

/** A one-time link to set a password by, and whom to send it to. */
export interface Invitation {
  administrator: Administrator;
  token: string;
}

/**
 * Adds somebody who sets a password by a link. @throws AppError conflict when somebody signs in with the email already
 */
export async function inviteAdministrator(
  fields: { emailAddress: string; firstName: string; permissions: readonly Permission[] },
  by: By,
): Promise<Invitation> {
  return inviteOrThrow(await addAdministrator(fields, by));
}

/**
 * A new link for somebody who has not set a password yet; the ones before are worthless.
 * @throws AppError not_found; conflict for who has a password, or is closed
 */
export async function inviteAgain(adminID: number, by: By): Promise<Invitation> {
  const entry: AuditEntry = { ...by, action: 'administrator.invited', subject: subjectOf(adminID) };
  const invited = recording({ $inc: { sessionVersion: 1 } }, entry);
  await AdministratorModel.updateOne({ ...INVITED, adminID }, invited);
  await deliverAudit(AdministratorModel, { adminID });
  return inviteOrThrow(adminID);
}

async function inviteOrThrow(adminID: number): Promise<Invitation> {
  const administrator = await findAdministratorOrThrow(adminID);
  if (administrator.passwordHash || !isOpenStatus(administrator.status))
    throw new AppError('conflict', 'This administrator has set a password already, or is closed');
  return { administrator, token: await makeInvitation(administrator) };
}

/** @throws AppError not_found; conflict when nobody else could manage administrators */
export async function setPermissions(
  adminID: number,
  permissions: readonly Permission[],
  by: By,
): Promise<Administrator> {
  const keeps = permissions.includes('administrators');
  return change(adminID, { $set: { permissions: [...permissions] } }, { keeps }, (before) => ({
    ...by,
    action: 'administrator.permissions-changed',
    before: { permissions: before.permissions },
    after: { permissions },
  }));
}

/** Closes somebody's access and ends their sessions. @throws as setPermissions */
export async function closeAdministrator(adminID: number, by: By): Promise<Administrator> {
  const closed = { $set: { status: CLOSED_ACCOUNT_STATUS }, $inc: { sessionVersion: 1 } };
  return change(adminID, closed, { keeps: false }, (before) => ({
    ...by,
    action: 'administrator.closed',
    before: { status: before.status },
    after: { status: CLOSED_ACCOUNT_STATUS },
  }));
}

/** @throws AppError not_found */
export async function reopenAdministrator(adminID: number, by: By): Promise<Administrator> {
  return change(adminID, { $set: { status: REOPENED_STATUS } }, { keeps: true }, (before) => ({
    ...by,
    action: 'administrator.reopened',
    before: { status: before.status },
    after: { status: REOPENED_STATUS },
  }));
}

/** Signs somebody out everywhere. @throws AppError not_found */
export async function endAdministratorSessions(adminID: number, by: By): Promise<Administrator> {
  const entry = () => ({ ...by, action: 'administrator.sessions-ended' as const });
  return change(adminID, { $inc: { sessionVersion: 1 } }, { keeps: true }, entry);
}

/**
 * Takes somebody's second factor away who has lost it, and signs them out everywhere: the password alone signs in again.
 * @throws AppError not_found
 */
export async function resetSecondFactor(adminID: number, by: By): Promise<Administrator> {
  const without = { $unset: { secondFactor: 1 as const }, $inc: { sessionVersion: 1 } };
  const entry = () => ({ ...by, action: 'administrator.second-factor-reset' as const });
  return change(adminID, without, { keeps: true }, entry);
}

/** So often a change is made again that others have overtaken. */
const TRIES = 10;

/**
 * Makes one change. One that could leave nobody who manages administrators names a witness first: another manager, on
 * whose record it leaves its number. A change with a smaller number can't take the permission from a record with a
 * greater one: the witness of the removal with the greatest number of all can't have been removed (docs/RULES.md, Who
 * may enter "Last manager").
 * @param keeps whether a manager stays one
 * @param entryOf the entry of the audit log about it, by the record before it
 * @returns the record after it
 */
async function change(
  adminID: number,
  update: UpdateQuery<Administrator>,
  { keeps }: { keeps: boolean },
  entryOf: (before: Administrator) => Omit<AuditEntry, 'subject'>,
): Promise<Administrator> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await findAdministratorOrThrow(adminID);
    const changeNumber = await nextNumber('administratorChange');
    if (!keeps && !(await leaveNumber(adminID, changeNumber)) && isManager(current))
      throw new AppError('conflict', LAST_MANAGER_TEXT);
    const numbered = { ...update, $set: { ...update.$set, changeNumber } };
    const after = await AdministratorModel.findOneAndUpdate(
      // Nobody with a greater number relies on this person, and what the entry says of before still holds.
      {
        adminID,
        changeNumber: { $lt: changeNumber },
        status: current.status,
        permissions: current.permissions,
      },
      recording(numbered, { ...entryOf(current), subject: subjectOf(adminID) }),
      { projection: { _id: 0 }, returnDocument: 'after' },
    ).lean<Administrator>();
    if (after) {
      await deliverAudit(AdministratorModel, { adminID });
      return after;
    }
  }
  throw new AppError('conflict', 'Somebody else has changed this administrator. Please try again');
}

/** Leaves a number on the record of another manager. @returns whether there is one */
async function leaveNumber(exceptID: number, changeNumber: number): Promise<boolean> {
  const { matchedCount } = await AdministratorModel.updateOne(
    { ...MANAGER, adminID: { $ne: exceptID } },
    { $max: { changeNumber } },
  );
  return matchedCount > 0;
}

const subjectOf = (adminID: number) => ({ type: 'administrator', id: adminID }) as const;
