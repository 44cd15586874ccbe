import type { Permission } from './codes';

/** What a permission lets an administrator do, as the office reads it (docs/RULES.md, Who may enter). */
export const PERMISSION_TEXT: Record<Permission, string> = {
  moderation: 'Moderate pictures, profiles and applications',
  accounts: 'Search and edit affiliates, staff and members; edit texts',
  payroll: 'Run payroll, make pay files, mark payments',
  'payroll.approve': 'Approve payroll that another administrator prepared',
  'payroll.tax': 'Prepare tax forms: download whole tax ids for the IRS, ask payees for them',
  statistics: 'Read site and staff statistics',
  audit: 'Read the audit log',
  administrators: 'Invite administrators and change what they may do',
  queues: 'Steer the queues: pause them; try jobs again, promote and remove them',
  terms: 'Change commission groups, and the terms of affiliates',
};

/** Permissions by which money moves, or which give them: where there are two managers, both have to want one to be given. */
export const MONEY_PERMISSIONS = [
  'payroll',
  'payroll.approve',
  'payroll.tax',
  'terms',
  'administrators',
] as const satisfies readonly Permission[];

/** Permissions that wait until a second manager confirms them. */
export interface PendingPermissions {
  /** Confirming or declining sends it back. */
  requestID: string;
  permissions: Permission[];
  /** Email of who asked for them. */
  requestedBy: string;
  /** The manager who reads this asked for them, and can only take the request back. */
  own: boolean;
  /** Instant, ISO 8601. */
  requestedAt: string;
}

/** A row of GET /administrators. */
export interface AdministratorRow {
  adminID: number;
  emailAddress: string;
  firstName: string;
  permissions: Permission[];
  /** Not in force yet; null: none. */
  pending: PendingPermissions | null;
  /** 0 or 1 may sign in, 2 is closed. */
  status: number;
  /** Invited, and no password set yet. */
  invited: boolean;
  secondFactor: boolean;
  /** Instant, ISO 8601; null: never. */
  lastSignInAt: string | null;
  /** The manager who reads this. */
  own: boolean;
  /** The manager who reads this is the only one: what is given counts at once. */
  alone: boolean;
}

/** POST /administrators: invites somebody by mail. */
export interface InviteAdministratorRequest {
  emailAddress: string;
  firstName: string;
  permissions: Permission[];
}

/** POST /administrators/{adminID}/{change}; the answer is the row as it is then. */
export const ADMINISTRATOR_CHANGES = [
  'permissions',
  'close',
  'reopen',
  'end-sessions',
  'reset-second-factor',
  'invite-again',
  'confirm-permissions',
  'decline-permissions',
] as const;
export type AdministratorChange = (typeof ADMINISTRATOR_CHANGES)[number];

/** Body of the change `permissions`; those that confirm and decline have the other one, the rest an empty one. */
export interface AdministratorPermissionsRequest {
  permissions: Permission[];
}
export interface PermissionsDecision {
  requestID: string;
}

/** The refusal of what would leave nobody with the permission administrators. */
export const LAST_MANAGER_TEXT =
  'Nobody else could manage administrators. Give somebody else that permission first.';

/** The refusal of a change of the own permissions. */
export const OWN_PERMISSIONS_TEXT = 'Nobody changes their own permissions: another manager can.';
