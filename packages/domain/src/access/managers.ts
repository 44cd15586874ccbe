import { AppError, MONEY_PERMISSIONS, OPEN_ACCOUNT_STATUSES, type Permission } from '@partnerdesk/contracts';
import { type Administrator, AdministratorModel, isOpenStatus } from '../accounts';
import type { Actor } from '../platform';

/** Who can manage administrators now: open, with a password, with the permission. */
export const MANAGER = {
  status: { $in: [...OPEN_ACCOUNT_STATUSES] },
  permissions: 'administrators' as const,
  passwordHash: { $exists: true },
};
export const isManager = ({ status, permissions, passwordHash }: Administrator) =>
  isOpenStatus(status) && permissions.includes('administrators') && Boolean(passwordHash);

/** For so long after another manager has gone nobody is alone: who removes the second one gains nothing by it (ms). */
const ALONE_AFTER_MS = 7 * 86_400_000;

/** Those who manage administrators, and those who did within the last days. */
export async function recentManagers(): Promise<Administrator[]> {
  const since = new Date(Date.now() - ALONE_AFTER_MS);
  return AdministratorModel.find({ $or: [MANAGER, { managerUntil: { $gte: since } }] }).lean();
}

/** Whether there is no other manager, and was none within the last days. */
export const isAlone = async (adminID: number): Promise<boolean> =>
  (await recentManagers()).every((each) => each.adminID === adminID);

/** What of the permissions that somebody is to have counts at once, and what waits for a second manager. */
export interface Grant {
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
export async function grantOf(
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
