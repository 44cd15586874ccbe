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

/** A row of GET /administrators. */
export interface AdministratorRow {
  adminID: number;
  emailAddress: string;
  firstName: string;
  permissions: Permission[];
  /** 0 or 1 may sign in, 2 is closed. */
  status: number;
  /** Invited, and no password set yet. */
  invited: boolean;
  secondFactor: boolean;
  /** Instant, ISO 8601; null: never. */
  lastSignInAt: string | null;
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
] as const;
export type AdministratorChange = (typeof ADMINISTRATOR_CHANGES)[number];

/** Body of the change `permissions`; the others have an empty one. */
export interface AdministratorPermissionsRequest {
  permissions: Permission[];
}

/** The refusal of what would leave nobody with the permission administrators. */
export const LAST_MANAGER_TEXT =
  'Nobody else could manage administrators. Give somebody else that permission first.';
