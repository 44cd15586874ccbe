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

/** What can be changed of an administrator. */
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

/** The refusal of what would leave nobody with the permission administrators. */
export const LAST_MANAGER_TEXT =
  'Nobody else could manage administrators. Give somebody else that permission first.';

/** The refusal of a change of the own permissions. */
export const OWN_PERMISSIONS_TEXT = 'Nobody changes their own permissions: another manager can.';
