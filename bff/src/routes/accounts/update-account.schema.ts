import {
  ACCOUNT_WIRE,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  FIELD_WRITERS,
  type FieldOf,
  fieldsWrittenBy,
  MAX_HOLD_DAYS,
  MAX_KELLY_STAFF_ID,
  MAX_LENGTH,
  MAX_REASON,
  MAX_SIGN_IN_EMAIL,
  MESSAGE,
  OFFICE_MAX_LENGTH,
  SIGN_IN_EMAIL_TEXT,
  TAX_ID_TYPE,
  UPDATE_TYPES,
  type UpdateType,
} from '@partnerdesk/contracts';
import type { FieldValue } from '@partnerdesk/domain';
import Joi from 'joi';
import { payPalId } from '../../middleware/validate';

const { personal, payment, tax } = MAX_LENGTH;

const text = (max: number) => Joi.string().trim().max(max).allow('');
/** Numbers are numbers: a text of digits is refused (docs/PRODUCT.md §5). */
const number = () => Joi.number().strict();
const code = (...codes: number[]) => number().valid(...codes);
const status = number().integer().min(0).max(99);
const email = Joi.string()
  .trim()
  .max(personal.emailAddress)
  .pattern(/^[^\s@]+@[^\s@]+$/)
  .messages({ '*': MESSAGE.invalidEmail });

/** Of these accounts only affiliates sign in. */
const affiliateEmail = email
  .max(MAX_SIGN_IN_EMAIL)
  .messages({ 'string.max': SIGN_IN_EMAIL_TEXT, '*': MESSAGE.invalidEmail });

const person = {
  status,
  firstName: text(personal.firstName),
  lastName: text(personal.lastName),
  address1: text(personal.address1),
  address2: text(personal.address2),
  city: text(personal.city),
  state: text(personal.state),
  postalCode: text(personal.postalCode),
  taxID: text(tax.taxID),
  taxIDType: code(0, ...Object.values(TAX_ID_TYPE)),
  companyName: text(tax.companyName),
  minimumPayout: number().min(0).max(1_000_000).precision(2).allow(null),
  payoutHoldDays: number().integer().min(0).max(MAX_HOLD_DAYS).allow(null),
  paymentType: code(0, 1, 2),
  commission: number().min(0).max(100).precision(2),
};
const payPal = { payPalUserName: text(payment.paypalID).custom(payPalId) };
const ach = {
  achName: text(payment.achAccountName),
  achAccountTypeID: code(0, 1, 2),
  achAccountType: Joi.valid(...Object.values(ACH_ACCOUNT_TYPE_TEXT)),
  achRoutingNumber: text(payment.achRoutingNumber),
  achAccountNumber: text(payment.achAccountNumber),
};

/** How the fields of each section are checked; none is missing (see FIELD_WRITERS). */
const SECTIONS: {
  [Kind in AccountKind]: { [Section in UpdateType]: Record<FieldOf<Kind, Section>, Joi.Schema> };
} = {
  affiliate: { Info: { ...person, emailAddress: affiliateEmail }, Paypal: payPal, Ach: ach },
  staff: {
    Info: {
      ...person,
      emailAddress: email,
      kellyStaffID: number().integer().min(0).max(MAX_KELLY_STAFF_ID).messages({ '*': MESSAGE.kellyStaffId }),
      mobilePhone: text(OFFICE_MAX_LENGTH.phone),
      landLineTelephone: text(OFFICE_MAX_LENGTH.phone),
      maxProfiles: number().integer().min(0).max(1000),
    },
    Paypal: payPal,
    Ach: ach,
  },
  member: {
    Info: {
      status,
      username: text(OFFICE_MAX_LENGTH.username),
      emailAddress: text(personal.emailAddress),
      emailAddressVerified: Joi.boolean().strict(),
      payPalID: text(OFFICE_MAX_LENGTH.payPalID),
      credits: number(),
    },
    Paypal: {},
    Ach: {},
  },
};

export const updateQuery = (kind: AccountKind) =>
  Joi.object({
    updateType: Joi.valid(
      ...UPDATE_TYPES.filter((type) => fieldsWrittenBy(kind, type).length > 0),
    ).required(),
  });

const selected = (kind: AccountKind) => {
  const id = number().integer().min(1).required();
  return kind === 'staff' ? id.messages({ '*': MESSAGE.selectStaff }) : id;
};

/** The whole record by wire name; which fields it has depends on its kind. */
export type SentRecord = Record<string, FieldValue | undefined> & { version?: number };

/** The whole record: the section's fields are checked, the others are ignored. */
export function updateBody(kind: AccountKind, updateType: UpdateType): Joi.ObjectSchema<SentRecord> {
  const section: Joi.SchemaMap = SECTIONS[kind][updateType];
  const others = Object.keys(FIELD_WRITERS[kind]);
  return Joi.object({
    ...Object.fromEntries(others.map((name) => [name, Joi.any()])),
    ...section,
    [ACCOUNT_WIRE[kind].id]: selected(kind),
    version: number()
      .integer()
      .min(0)
      .description('The version that was edited; another one is refused. Without it the last save wins'),
  });
}

/** POST /update-affiliate-status: approved or closed, never without a reason. */
export const updateStatusBody = Joi.object({
  affID: number().integer().min(1).required(),
  status: code(1, 2).required(),
  reason: Joi.string()
    .trim()
    .max(MAX_REASON)
    .required()
    .messages({ 'string.empty': 'Please enter a reason', 'any.required': 'Please enter a reason' }),
  version: number().integer().min(0).required(),
});
