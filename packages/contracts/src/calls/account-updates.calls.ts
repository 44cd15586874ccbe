import * as MESSAGE from '../messages';
import { filled, whole } from '../schema/fields';
import { type AnySchema, anything, object, oneOf, optional, type Schema, when } from '../schema/schema';
import { ACCOUNT_KINDS, type AccountKind, MAX_REASON, UPDATE_TYPES, type UpdateType } from '../wire-accounts';
import { fieldsOf, fieldsWrittenBy } from './account-fields';
import { ACCOUNT_RECORD } from './accounts.calls';
import { type Call, call } from './call';

/* What the office saves of accounts (docs/PRODUCT.md §4 "Edit sections", §7). */

/** The whole record by wire name; which fields it has depends on its kind. */
export type SentRecord = Record<string, string | number | boolean | null | undefined> & { version?: number };

/** The whole record: the section's fields are checked, the others are ignored. */
function recordOf(kind: AccountKind, section: UpdateType): AnySchema {
  const fields = fieldsOf(kind).map(([name, { by, check }]) => [
    name,
    optional(by === section ? check : anything()),
  ]);
  return object({
    ...Object.fromEntries(fields),
    [ACCOUNT_KINDS[kind].id]: whole({
      min: 1,
      ...(kind === 'staff' && { texts: { any: MESSAGE.selectStaff } }),
    }),
    version: optional(
      whole({
        min: 0,
        about: 'The version that was edited; another one is refused. Without it the last save wins',
      }),
    ),
  });
}

/** What is checked depends on the section. */
const bodyOf = (kind: AccountKind) =>
  UPDATE_TYPES.filter((section) => fieldsWrittenBy(kind, section).length > 0)
    .map((section) => ({ section, then: recordOf(kind, section) }))
    .reduceRight<AnySchema | undefined>(
      (otherwise, { section, then }) =>
        otherwise ? when('$query.updateType', { is: section, then, otherwise }) : then,
      undefined,
    ) as Schema<object, SentRecord>;

const saves = { who: 'accounts', errors: ['not_found', 'conflict'] } as const;
const ofPayees = {
  ...saves,
  confirmFor: {
    who: 'second-factor',
    when: 'a new email, new payment details and another commission',
  },
  query: { updateType: oneOf(UPDATE_TYPES) },
} as const;

export const updateAffiliateCall = call('POST /api/update-affiliate', {
  about: 'Saves a section of an affiliate’s record',
  ...ofPayees,
  body: bodyOf('affiliate'),
  answer: ACCOUNT_RECORD.affiliate,
});
export const updateStaffCall = call('POST /api/update-staff', {
  about: 'Saves a section of a staff member’s record',
  ...ofPayees,
  body: bodyOf('staff'),
  answer: ACCOUNT_RECORD.staff,
});
export const updateMemberCall = call('POST /api/update-member', {
  about: 'Saves a member’s record',
  ...saves,
  query: { updateType: oneOf(['Info']) },
  body: bodyOf('member'),
  answer: ACCOUNT_RECORD.member,
});
export const UPDATE_CALLS = {
  affiliate: updateAffiliateCall,
  staff: updateStaffCall,
  member: updateMemberCall,
} as const satisfies Record<AccountKind, Call>;

export const updateAffiliateStatusCall = call('POST /api/update-affiliate-status', {
  about: 'Approves or closes an affiliate’s account, never without a reason',
  ...saves,
  body: {
    affID: whole({ min: 1 }),
    status: oneOf<number>([1, 2], { as: 'number', strict: true }),
    reason: filled(MAX_REASON, 'Please enter a reason'),
    version: whole({ min: 0 }),
  },
  answer: ACCOUNT_RECORD.affiliate,
});
