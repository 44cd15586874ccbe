import { ACH_ACCOUNT_TYPE, PAYMENT_TYPE, TAX_ID_TYPE } from '../codes';
import {
  MAX_HOLD_DAYS,
  MAX_KELLY_STAFF_ID,
  MAX_LENGTH,
  MAX_SIGN_IN_EMAIL,
  SIGN_IN_EMAIL_TEXT,
} from '../limits';
import { MESSAGE } from '../messages';
import { isPayPalId } from '../paypal-id';
import { filled, maybeEmpty } from '../schema/fields';
import {
  type AnySchema,
  anything,
  flag,
  type NumberRules,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Says,
  type Schema,
  text,
  when,
} from '../schema/schema';
import {
  ACCOUNT_WIRE,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  MAX_REASON,
  OFFICE_MAX_LENGTH,
  UPDATE_TYPES,
  type UpdateType,
} from '../wire-accounts';
import { FIELD_WRITERS, type FieldOf, fieldsWrittenBy } from './account-fields';
import { ACCOUNT_RECORD, MAX_ACCOUNT_STATUS } from './accounts.calls';
import { call } from './call';

/* What the office saves of accounts (docs/PRODUCT.md §4 "Edit sections", §7). */

const { personal, payment, tax } = MAX_LENGTH;

/** Numbers are numbers: a text of digits is refused (docs/PRODUCT.md §5). */
const strict = (rules: NumberRules & Says = {}) => number({ strict: true, ...rules });
const whole = (rules: NumberRules & Says = {}) => strict({ whole: true, ...rules });
const codeOf = (...codes: number[]) => oneOf(codes, { as: 'number', strict: true });
const status = whole({ min: 0, max: MAX_ACCOUNT_STATUS });
const email = { trim: true, pattern: /^[^\s@]+@[^\s@]+$/, max: personal.emailAddress };
const texts = { any: MESSAGE.invalidEmail };

const person = {
  status,
  firstName: maybeEmpty(personal.firstName),
  lastName: maybeEmpty(personal.lastName),
  address1: maybeEmpty(personal.address1),
  address2: maybeEmpty(personal.address2),
  city: maybeEmpty(personal.city),
  state: maybeEmpty(personal.state),
  postalCode: maybeEmpty(personal.postalCode),
  taxID: maybeEmpty(tax.taxID),
  taxIDType: codeOf(0, ...Object.values(TAX_ID_TYPE)),
  companyName: maybeEmpty(tax.companyName),
  minimumPayout: nullable(strict({ min: 0, max: 1_000_000, decimals: 2 })),
  payoutHoldDays: nullable(whole({ min: 0, max: MAX_HOLD_DAYS })),
  paymentType: codeOf(...Object.values(PAYMENT_TYPE)),
  commission: strict({ min: 0, max: 100, decimals: 2 }),
};
const payPal = {
  payPalUserName: text({
    ...{ trim: true, max: payment.paypalID, empty: true },
    check: (value: string) => (isPayPalId(value) ? undefined : MESSAGE.invalidEmail),
  }),
};
const ach = {
  achName: maybeEmpty(payment.achAccountName),
  achAccountTypeID: codeOf(0, ...Object.values(ACH_ACCOUNT_TYPE)),
  achAccountType: oneOf(Object.values(ACH_ACCOUNT_TYPE_TEXT)),
  achRoutingNumber: maybeEmpty(payment.achRoutingNumber),
  achAccountNumber: maybeEmpty(payment.achAccountNumber),
};

/** How the fields of each section are checked; none is missing (see FIELD_WRITERS). */
const SECTIONS: {
  [Kind in AccountKind]: { [Section in UpdateType]: Record<FieldOf<Kind, Section>, AnySchema> };
} = {
  affiliate: {
    Info: {
      ...person,
      // Of these accounts only affiliates sign in.
      emailAddress: text({ ...email, max: MAX_SIGN_IN_EMAIL, texts: { ...texts, long: SIGN_IN_EMAIL_TEXT } }),
    },
    Paypal: payPal,
    Ach: ach,
  },
  staff: {
    Info: {
      ...person,
      emailAddress: text({ ...email, texts }),
      kellyStaffID: whole({ min: 0, max: MAX_KELLY_STAFF_ID, texts: { any: MESSAGE.kellyStaffId } }),
      mobilePhone: maybeEmpty(OFFICE_MAX_LENGTH.phone),
      landLineTelephone: maybeEmpty(OFFICE_MAX_LENGTH.phone),
      maxProfiles: whole({ min: 0, max: 1000 }),
    },
    Paypal: payPal,
    Ach: ach,
  },
  member: {
    Info: {
      status,
      username: maybeEmpty(OFFICE_MAX_LENGTH.username),
      emailAddress: maybeEmpty(personal.emailAddress),
      emailAddressVerified: flag({ strict: true }),
      payPalID: maybeEmpty(OFFICE_MAX_LENGTH.payPalID),
      credits: strict(),
    },
    Paypal: {},
    Ach: {},
  },
};

/** The whole record by wire name; which fields it has depends on its kind. */
export type SentRecord = Record<string, string | number | boolean | null | undefined> & { version?: number };

/** The whole record: the section's fields are checked, the others are ignored. */
function recordOf(kind: AccountKind, section: UpdateType): AnySchema {
  const checked: Record<string, AnySchema> = SECTIONS[kind][section];
  const fields = Object.keys(FIELD_WRITERS[kind]).map((name) => [
    name,
    optional(checked[name] ?? anything()),
  ]);
  return object({
    ...Object.fromEntries(fields),
    [ACCOUNT_WIRE[kind].id]: whole({
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
} as const;

export const updateAffiliateStatusCall = call('POST /api/update-affiliate-status', {
  about: 'Approves or closes an affiliate’s account, never without a reason',
  ...saves,
  body: {
    affID: whole({ min: 1 }),
    status: codeOf(1, 2),
    reason: filled(MAX_REASON, 'Please enter a reason'),
    version: whole({ min: 0 }),
  },
  answer: ACCOUNT_RECORD.affiliate,
});
