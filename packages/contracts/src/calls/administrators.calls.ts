import { PERMISSIONS } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { maybeEmpty, signInEmail } from '../schema/fields';
import {
  type CheckedOf,
  code,
  flag,
  id,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  text,
} from '../schema/schema';
import { ADMINISTRATOR_CHANGES } from '../wire-administrators';
import { call } from './call';

/* Who works in the office, and what they may do (docs/RULES.md, Who may enter). */

const managers = { who: 'administrators' } as const;

const pending = object({
  requestID: text({ about: 'Confirming or declining sends it back' }),
  permissions: list(code(PERMISSIONS)),
  requestedBy: text({ about: 'Email of who asked for them' }),
  own: flag({ about: 'The manager who reads this asked for them, and can only take the request back' }),
  requestedAt: instant(),
});
/** Permissions that wait until a second manager confirms them. */
export type PendingPermissions = CheckedOf<typeof pending>;
const administrator = object({
  adminID: number(),
  emailAddress: text(),
  firstName: text({ empty: true }),
  permissions: list(code(PERMISSIONS)),
  pending: nullable(pending),
  status: number({ about: '0 or 1 may sign in, 2 is closed' }),
  invited: flag({ about: 'Invited, and no password set yet' }),
  secondFactor: flag(),
  lastSignInAt: nullable(instant({ about: 'null: never' })),
  own: flag({ about: 'The manager who reads this' }),
  alone: flag({ about: 'The manager who reads this is the only one: what is given counts at once' }),
});
export type AdministratorRow = CheckedOf<typeof administrator>;

const permissions = list(oneOf(PERMISSIONS, { as: 'text' }), { unique: true, max: PERMISSIONS.length });
const requestID = text({ format: 'guid' });
const invitation = object({
  emailAddress: signInEmail(MESSAGE.enterEmail),
  firstName: maybeEmpty(MAX_LENGTH.register.FirstName),
  permissions,
});
export type InviteAdministratorRequest = SentOf<typeof invitation>;

const was = optional(permissions);
const change = object({ permissions: optional(permissions), was, requestID: optional(requestID) });
/**
 * Only the changes of permissions have a field. `was`: what was given or waited when `permissions` were chosen; where it is
 * something else by now, the change is refused.
 */
export type AdministratorChangeRequest = SentOf<typeof change>;
/** What the change `permissions` needs, and what those need that confirm and decline it. */
export const permissionsBody = object({ permissions, was });
export const decisionBody = object({ requestID });

export const administratorsCall = call('GET /api/administrators', {
  about: 'Everybody of the office',
  ...managers,
  answer: list(administrator),
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
  params: { adminID: id(), change: oneOf(ADMINISTRATOR_CHANGES, { as: 'text' }) },
  body: change,
  answer: administrator,
  errors: ['not_found', 'conflict'],
});
