import { type Permission, ROLE, type Role } from './codes';
import type { Access } from './routes';

/** What of a person decides what they may see. */
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
