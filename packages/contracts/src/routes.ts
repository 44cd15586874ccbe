import type { Permission, Role } from './codes';

/** Who may see a screen or a menu entry; checked in the browser for show and on the server for real. */
export interface Access {
  /** Roles that may see it; none named: everybody. */
  roles?: readonly Role[];
  /** Only visitors who are not signed in. */
  anonymousOnly?: boolean;
  /** For administrators: one of these permissions is needed. */
  permissions?: readonly Permission[];
}

export const REMOTE_NAMES = ['affiliate', 'moderation', 'accounts', 'payroll'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];
