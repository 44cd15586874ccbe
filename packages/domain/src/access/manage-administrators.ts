/* One record, an administrator: each change of who may do what goes through `change`, which keeps the last manager. */

import { randomUUID } from 'node:crypto';
import {
  AppError,
  type AuditAction,
  actorName,
  CLOSED_ACCOUNT_STATUS,
  LAST_MANAGER_TEXT,
  MONEY_PERMISSIONS,
  OPEN_ACCOUNT_STATUSES,
  OWN_PERMISSIONS_TEXT,
  PERMISSION_TEXT,
  PERMISSIONS,
  type Permission,
} from '@partnerdesk/contracts';
import type { UpdateQuery } from 'mongoose';
import {
  type Administrator,
  AdministratorModel,
  addAdministrator,
  isOpenStatus,
  makeNoticedChange,
  type PendingGrant,
  pendingNotice,
  reseal,
  storeNotice,
} from '../accounts';
import { type Actor, type By, type ChangeEntry, nextNumber, updateAudited } from '../platform';
import { makeInvitation } from './password-reset';

const REOPENED_STATUS = 1;
const MAX_LISTED = 500;
/** So often a change is made again that others have overtaken. */
const TRIES = 10;
const CHANGED_TEXT = 'Somebody has changed these permissions meanwhile. Open them again.';

/** Who can manage administrators now: open, with a password, with the permission. */
const MANAGER = {
  status: { $in: [...OPEN_ACCOUNT_STATUSES] },
  permissions: 'administrators' as const,
  passwordHash: { $exists: true },
};
const isManager = ({ status, permissions, passwordHash }: Administrator) =>
  isOpenStatus(status) && permissions.includes('administrators') && Boolean(passwordHash);

/** For so long after another manager has gone nobody is alone: who removes the second one gains nothing by it (ms). */
const ALONE_AFTER_MS = 7 * 86_400_000;

/** Those who manage administrators, and those who did within the last days. */
async function recentManagers(): Promise<Administrator[]> {
  const since = new Date(Date.now() - ALONE_AFTER_MS);
  return AdministratorModel.find({ $or: [MANAGER, { managerUntil: { $gte: since } }] }).lean();
}

/** Whether there is no other manager, and was none within the last days. */
export const isAlone = async (adminID: number): Promise<boolean> =>
  (await recentManagers()).every((each) => each.adminID === adminID);

/** What of the permissions that somebody is to have counts at once, and what waits for a second manager. */
interface Grant {
  permissions: Permission[];
  requested: Permission[];
  /** There is one manager: what they give counts at once. */
  alone?: true;
}

/**
 * Permissions that move money wait for a second manager where there are two; commands on the server's own command line
 * give them at once (docs/RULES.md, Who may enter "Two managers").
 * @param before what the person has
 * @throws AppError conflict within a week after the only other manager was removed: there is nobody who could confirm
 */
async function grantOf(
  actor: Actor,
  before: readonly Permission[],
  wanted: readonly Permission[],
): Promise<Grant> {
  const money: readonly Permission[] = MONEY_PERMISSIONS;
  const requested = wanted.filter((each) => money.includes(each) && !before.includes(each));
  if (requested.length === 0 || actor.kind !== 'administrator')
    return { permissions: [...wanted], requested: [] };
  const others = (await recentManagers()).filter(({ adminID }) => adminID !== actor.id);
  if (others.length === 0) return { permissions: [...wanted], requested: [], alone: true };
  if (!others.some(isManager)) {
    const gone = Math.max(...others.map(({ managerUntil }) => managerUntil?.getTime() ?? 0));
    const day = new Date(gone + ALONE_AFTER_MS).toISOString().slice(0, 10);
    throw new AppError('conflict', `Another manager was removed: you alone can give this from ${day} on`);
  }
  return { permissions: wanted.filter((each) => !requested.includes(each)), requested };
}

/** Who has not accepted the invitation yet. */
const INVITED = { status: MANAGER.status, passwordHash: { $exists: false } };

export async function listAdministrators(): Promise<Administrator[]> {
  return AdministratorModel.find({}, { _id: 0 })
    .sort({ adminID: 1 })
    .limit(MAX_LISTED)
    .lean<Administrator[]>();
}

/** @throws AppError not_found */
export const findAdministratorOrThrow = (adminID: number): Promise<Administrator> =>
  AdministratorModel.findOne({ adminID }, { _id: 0 })
    .lean<Administrator>()
    .orFail(() => new AppError('not_found', 'There is no such administrator'));

/** A one-time link to set a password by, and whom to send it to. */
export type Invitation = { administrator: Administrator; token: string };

/** Adds somebody who sets a password by a link. @throws AppError conflict when somebody signs in with the email; as grantOf */
export async function inviteAdministrator(
  fields: { emailAddress: string; firstName: string; permissions: readonly Permission[] },
  by: By,
): Promise<Invitation> {
  const grant = await grantOf(by.actor, [], fields.permissions);
  const did = `has invited ${fields.emailAddress} to the office. ${grantText(grant)}`;
  const passwordNotice = pendingNotice(await toManagers(by, did));
  const { permissions, alone } = grant;
  const pending = pendingOf(grant, by);
  const adminID = await addAdministrator({ ...fields, permissions, pending, passwordNotice, alone }, by);
  await storeNotice({ kind: 'administrator', id: adminID }, passwordNotice);
  return inviteOrThrow(adminID);
}

/** A new link for who has no password yet; those before are worthless. @throws AppError not_found; conflict for others */
export async function inviteAgain(adminID: number, by: By): Promise<Invitation> {
  await endSessionsOf(adminID, 'administrator.invited', by, INVITED);
  return inviteOrThrow(adminID);
}

export async function endAdministratorSessions(adminID: number, by: By): Promise<Administrator> {
  await endSessionsOf(adminID, 'administrator.sessions-ended', by);
  return findAdministratorOrThrow(adminID);
}

/** Signs its owner out everywhere, and makes links to set a password worthless. */
async function endSessionsOf(adminID: number, action: AuditAction, by: By, expected = {}): Promise<void> {
  const entry = { ...by, action, subject: { type: 'administrator', id: adminID } } as const;
  await updateAudited(AdministratorModel, { ...expected, adminID }, { $inc: { sessionVersion: 1 } }, entry);
}

async function inviteOrThrow(adminID: number): Promise<Invitation> {
  const administrator = await findAdministratorOrThrow(adminID);
  if (administrator.passwordHash || !isOpenStatus(administrator.status))
    throw new AppError('conflict', 'This administrator has set a password already, or is closed');
  return { administrator, token: await makeInvitation(administrator) };
}

/**
 * Sets what somebody may do. @param was what was given or waited when they were chosen, if that is known
 * @throws AppError not_found; forbidden for the actor's own permissions, unless there is no other manager; conflict when
 *   nobody else could manage administrators, or it is not what was by now; as grantOf
 */
export async function setPermissions(
  adminID: number,
  wanted: readonly Permission[],
  by: By,
  was?: readonly Permission[],
): Promise<Administrator> {
  const isOwn = by.actor.kind === 'administrator' && by.actor.id === adminID;
  if (isOwn && !(await isAlone(adminID))) throw new AppError('forbidden', OWN_PERMISSIONS_TEXT);
  return change(adminID, by, async (before) => {
    const asked = before.pending as PendingGrant | undefined;
    const now = [...new Set([...before.permissions, ...(asked?.permissions ?? [])])];
    // The same again is no other change: its answer was lost.
    if (was && !isSame(was, now) && !isSame(wanted, now)) throw new AppError('conflict', CHANGED_TEXT);
    const grant = await grantOf(by.actor, before.permissions, wanted);
    const { permissions, requested, alone } = grant;
    // The same request again stays that of who made it.
    const pending = asked && isSame(asked.permissions, requested) ? asked : pendingOf(grant, by);
    return {
      keeps: permissions.includes('administrators'),
      update: pending
        ? { $set: { permissions, pending } }
        : { $set: { permissions }, $unset: { pending: 1 } },
      entry: {
        action: pending ? 'administrator.permissions-requested' : 'administrator.permissions-changed',
        before: { permissions: before.permissions },
        after: { permissions, ...(pending && { requested }), ...(alone && { alone }) },
      },
      details: `has changed what ${before.emailAddress} may do. ${grantText(grant)}`,
    };
  });
}

/**
 * Puts permissions that another manager asked for in force. @param requestID stands for what the manager was shown
 * @throws AppError not_found; forbidden for who asked for them; conflict when it is another request by now, or decided
 */
export async function confirmPermissions(adminID: number, requestID: string, by: By): Promise<Administrator> {
  return change(adminID, by, async (before) => {
    const pending = pendingOrThrow(before, requestID);
    if (pending.by.kind === by.actor.kind && pending.by.id === by.actor.id)
      throw new AppError('forbidden', 'Who asked for it can’t confirm it: another manager can');
    const permissions = PERMISSIONS.filter(
      (each) => before.permissions.includes(each) || pending.permissions.includes(each),
    );
    return {
      keeps: true,
      update: { $set: { permissions }, $unset: { pending: 1 } },
      entry: {
        action: 'administrator.permissions-changed',
        before: { permissions: before.permissions },
        after: { permissions, requestedBy: pending.by.emailAddress },
      },
      details: `has confirmed what ${actorName(pending.by)} asked for: ${before.emailAddress} may now: ${textOf(pending.permissions)}.`,
    };
  });
}

/** Ends a request for permissions; who made it takes it back. @throws AppError not_found; conflict as confirmPermissions */
export async function declinePermissions(adminID: number, requestID: string, by: By): Promise<Administrator> {
  return change(adminID, by, async (before) => {
    const { permissions: requested, by: requester } = pendingOrThrow(before, requestID);
    return {
      keeps: true,
      update: { $unset: { pending: 1 } },
      entry: {
        action: 'administrator.permissions-declined',
        before: { requested, requestedBy: requester.emailAddress },
      },
      details: `has declined what ${actorName(requester)} asked for ${before.emailAddress}: ${textOf(requested)}.`,
    };
  });
}

function pendingOrThrow({ pending }: Administrator, requestID: string): PendingGrant {
  const asked = pending as PendingGrant | undefined;
  if (asked?.requestID !== requestID)
    throw new AppError('conflict', 'This request was decided already, or is another one by now');
  return asked;
}

/** Closes somebody's access and ends their sessions. @throws AppError not_found; conflict for the last manager */
export async function closeAdministrator(adminID: number, by: By): Promise<Administrator> {
  return change(adminID, by, async (before) => ({
    keeps: false,
    update: { $set: { status: CLOSED_ACCOUNT_STATUS }, $unset: { pending: 1 }, $inc: { sessionVersion: 1 } },
    entry: {
      action: 'administrator.closed',
      before: { status: before.status },
      after: { status: CLOSED_ACCOUNT_STATUS },
    },
    details: `has closed the account of ${before.emailAddress}.`,
  }));
}

/** Opens an account again; what moves money is given again as to somebody new. @throws AppError not_found; as grantOf */
export async function reopenAdministrator(adminID: number, by: By): Promise<Administrator> {
  return change(adminID, by, async (before) => {
    const grant = isOpenStatus(before.status)
      ? { permissions: before.permissions, requested: [] }
      : await grantOf(by.actor, [], before.permissions);
    const { permissions, requested } = grant;
    const pending = pendingOf(grant, by);
    return {
      keeps: true,
      update: { $set: { status: REOPENED_STATUS, permissions, ...(pending && { pending }) } },
      entry: {
        action: 'administrator.reopened',
        before: { status: before.status },
        after: { status: REOPENED_STATUS, ...(pending && { permissions, requested }) },
      },
      details: `has opened the account of ${before.emailAddress} again. ${grantText(grant)}`,
    };
  });
}

/** Takes a lost second factor away, and signs its owner out everywhere: the password alone signs in. @throws AppError not_found */
export async function resetSecondFactor(adminID: number, by: By): Promise<Administrator> {
  const update = { $unset: { secondFactor: 1 }, $inc: { sessionVersion: 1 } };
  const entry = { action: 'administrator.second-factor-reset' } as const;
  await makeNoticedChange({ kind: 'administrator', id: adminID }, by, {
    what: 'factor-reset',
    update,
    entry,
  });
  return findAdministratorOrThrow(adminID);
}

const isSame = (one: readonly Permission[], other: readonly Permission[]) =>
  one.length === other.length && one.every((each) => other.includes(each));

const pendingOf = ({ requested }: Grant, by: By): PendingGrant | undefined =>
  requested.length > 0
    ? { requestID: randomUUID(), permissions: requested, by: by.actor, at: new Date() }
    : undefined;

const textOf = (permissions: readonly Permission[]) =>
  permissions.map((each) => PERMISSION_TEXT[each]).join('; ') || 'nothing';

function grantText({ permissions, requested, alone }: Grant): string {
  const waits = requested.length > 0 && `This waits for another manager: ${textOf(requested)}.`;
  const once = alone && 'There is no other manager: it counts at once.';
  return [`In force: ${textOf(permissions)}.`, waits, once].filter(Boolean).join(' ');
}

/** The mail of a change to everybody who manages administrators, or did within the last days. @param did what was done */
async function toManagers({ actor }: By, did: string) {
  const to = (await recentManagers()).map(({ emailAddress }) => emailAddress);
  return { what: 'office-access' as const, to, details: `${actorName(actor)} ${did}` };
}

/** One change of an administrator, planned on the record before it. */
interface Change {
  update: UpdateQuery<Administrator>;
  /** Whether a manager stays one. */
  keeps: boolean;
  entry: ChangeEntry;
  /** What was done, as everybody who manages administrators is mailed. */
  details: string;
}

/**
 * Makes one change. One that could leave nobody who manages administrators leaves its number on another manager's record
 * first: a change with a smaller number can't remove that one (docs/RULES.md, Who may enter "Last manager").
 */
async function change(
  adminID: number,
  by: By,
  plan: (before: Administrator) => Promise<Change>,
): Promise<Administrator> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await findAdministratorOrThrow(adminID);
    const { update, keeps, entry, details } = await plan(current);
    const mail = await toManagers(by, details);
    const changeNumber = await nextNumber('administratorChange');
    if (!keeps && !(await leaveNumber(adminID, changeNumber)) && isManager(current))
      throw new AppError('conflict', LAST_MANAGER_TEXT);
    const gone = !keeps && isManager(current) && { managerUntil: new Date() };
    const left = Object.fromEntries(Object.keys(update.$unset ?? {}).map((name) => [name, undefined]));
    const { set, seals } = reseal('administrator', adminID, current, { ...update.$set, ...left });
    const numbered = { ...update, $set: { ...update.$set, changeNumber, ...gone, ...set } };
    const { status, permissions } = current;
    const pending = current.pending as PendingGrant | undefined;
    const request = pending ? { 'pending.requestID': pending.requestID } : { pending: { $exists: false } };
    // Nobody with a greater number relies on this person, and what the entry says of before still holds.
    const expected = { changeNumber: { $lt: changeNumber }, status, permissions, ...request };
    const sealed = { ...entry, ...(seals && { seals }) };
    const made = { ...mail, update: numbered, expected, entry: sealed };
    if (await makeNoticedChange({ kind: 'administrator', id: adminID }, by, made))
      return findAdministratorOrThrow(adminID);
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
