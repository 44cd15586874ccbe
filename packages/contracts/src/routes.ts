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

/** A federated remote as GET /api/configuration names it. */
export interface RemoteAddress {
  /** Federation name: `affiliate`, `moderation`, `accounts`, `payroll`. */
  name: RemoteName;
  /** Address of its mf-manifest.json, absolute or from the origin. */
  manifest: string;
  /** Which build that is, such as `0.1.0-3fa2b81c9d`; missing: another origin serves it. */
  version?: string;
  /** The script that it is entered by, and what that must hash to. */
  entry?: { file: string; integrity: string };
}

export const REMOTE_NAMES = ['affiliate', 'moderation', 'accounts', 'payroll'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

/** Federation module that every remote exposes. */
export const REMOTE_EXPOSES = './remote';
