import { PERMISSIONS, type Permission } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { maybeEmpty, signInEmail } from '../schema/fields';
import * as s from '../schema/schema';
import { call } from './call';

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

/* Who works in the office, and what they may do (docs/RULES.md, Who may enter). */

const managers = { who: 'administrators' } as const;

const pending = s.object({
  requestID: s.text({ about: 'Confirming or declining sends it back' }),
  permissions: s.list(s.code(PERMISSIONS)),
  requestedBy: s.text({ about: 'Email of who asked for them' }),
  own: s.flag({ about: 'The manager who reads this asked for them, and can only take the request back' }),
  requestedAt: s.instant(),
});
/** Permissions that wait until a second manager confirms them. */
export type PendingPermissions = s.CheckedOf<typeof pending>;
const administrator = s.object({
  adminID: s.number(),
  emailAddress: s.text(),
  firstName: s.text({ empty: true }),
  permissions: s.list(s.code(PERMISSIONS)),
  pending: s.nullable(pending),
  status: s.number({ about: '0 or 1 may sign in, 2 is closed' }),
  invited: s.flag({ about: 'Invited, and no password set yet' }),
  secondFactor: s.flag(),
  lastSignInAt: s.nullable(s.instant({ about: 'null: never' })),
  own: s.flag({ about: 'The manager who reads this' }),
  alone: s.flag({ about: 'The manager who reads this is the only one: what is given counts at once' }),
});
export type AdministratorRow = s.CheckedOf<typeof administrator>;

const permissions = s.list(s.oneOf(PERMISSIONS, { as: 'text' }), { unique: true, max: PERMISSIONS.length });
const requestID = s.text({ format: 'guid' });
const invitation = s.object({
  emailAddress: signInEmail(MESSAGE.enterEmail),
  firstName: maybeEmpty(MAX_LENGTH.register.FirstName),
  permissions,
});
export type InviteAdministratorRequest = s.SentOf<typeof invitation>;

const was = s.optional(permissions);
const change = s.object({ permissions: s.optional(permissions), was, requestID: s.optional(requestID) });
/** `was`: what was given or waited when `permissions` were chosen; where it is something else by now, it is refused. */
export type AdministratorChangeRequest = s.SentOf<typeof change>;
/** What the change `permissions` needs, and what those need that confirm and decline it. */
export const permissionsBody = s.object({ permissions, was });
export const decisionBody = s.object({ requestID });

export const administratorsCall = call('GET /api/administrators', {
  about: 'Everybody of the office',
  ...managers,
  answer: s.list(administrator),
});
export const inviteAdministratorCall = call('POST /api/administrators', {
  about: 'Invites somebody by mail',
  ...managers,
  confirm: 'second-factor',
  body: invitation,
  answer: administrator,
  errors: ['conflict'],
});
export const changeAdministratorCall = call('POST /api/administrators/:adminID/:change', {
  about: 'Changes an administrator; only the changes of permissions have a body',
  ...managers,
  confirm: 'second-factor',
  params: { adminID: s.id(), change: s.oneOf(ADMINISTRATOR_CHANGES, { as: 'text' }) },
  body: change,
  answer: administrator,
  errors: ['not_found', 'conflict'],
});
