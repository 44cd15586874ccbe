import { type Permission, ROLE, type Role } from './codes';

/** Who may see a screen or a menu entry; checked in the browser for show and on the server for real. */
export interface Access {
  roles?: readonly Role[];
  anonymousOnly?: boolean;
  /** For administrators: one of these permissions is needed. */
  permissions?: readonly Permission[];
}

export const REMOTE_NAMES = ['affiliate', 'moderation', 'accounts', 'payroll'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

export interface Visitor {
  affRole: Role;
  permissions: readonly Permission[];
}

/** Whether a person (null: a visitor who is not signed in) may see what has this access (docs/PRODUCT.md §6). */
export function maySee(access: Access, person: Visitor | null): boolean {
  if (access.anonymousOnly) return person === null;
  if (access.roles && !(person && access.roles.includes(person.affRole))) return false;
  // Only administrators have permissions; another role that is named is let in by that.
  if (!access.permissions || (access.roles && person?.affRole !== ROLE.admin)) return true;
  return access.permissions.some((permission) => person?.permissions.includes(permission));
}
