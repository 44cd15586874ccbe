import {
  ACH_ACCOUNT_TYPE,
  MAX_LENGTH,
  MESSAGE,
  PAYMENT_TYPE,
  type PaymentInformation,
  type PersonalInformation,
  TAX_ID_TYPE,
  type TaxInformation,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { id, payPalId, signInEmail } from '../../middleware/validate';
import { COUNTRIES } from '../configuration/countries';

const { personal, payment, tax } = MAX_LENGTH;

const optional = (max: number) => Joi.string().trim().max(max).allow('').default('');
const filled = (max: number, text: string) =>
  Joi.string().trim().max(max).required().messages({ 'any.required': text, 'string.empty': text });
const needed = (max: number) => filled(max, MESSAGE.personalRequired);

const personalInformation = Joi.object({
  affID: id().required(),
  firstName: needed(personal.firstName),
  lastName: needed(personal.lastName),
  emailAddress: signInEmail(MESSAGE.personalRequired),
  address1: needed(personal.address1),
  address2: optional(personal.address2),
  city: Joi.string().trim().max(personal.city).allow(''),
  state: Joi.string().trim().max(personal.state).allow(''),
  postalCode: needed(personal.postalCode),
  countryID: Joi.valid(...COUNTRIES.map(({ countryID }) => countryID))
    .required()
    .messages({ '*': MESSAGE.personalRequired }),
  skypeUserName: optional(personal.skypeUserName),
  // The server's own: what is sent is not looked at.
  status: Joi.any().strip(),
  countryName: Joi.any().strip(),
  signInEmailAddress: Joi.any().strip(),
} satisfies Record<keyof PersonalInformation, Joi.Schema>);

/** A field that one type of payment or tax id needs and the others leave empty. */
function onlyFor<Needed extends Joi.AnySchema, Empty extends Joi.AnySchema>(
  field: string,
  type: number,
  then: Needed,
  otherwise: Empty,
) {
  return Joi.when(field, { is: type, then, otherwise });
}
const noText = Joi.string().empty(Joi.any()).default('');
const noCode = Joi.number().empty(Joi.any()).default(0);
const forAch = (max: number) =>
  onlyFor('paymentType', PAYMENT_TYPE.ach, filled(max, MESSAGE.accountRequired), noText);

const paymentInformation = Joi.object({
  affID: id().required(),
  paymentType: Joi.valid(PAYMENT_TYPE.ach, PAYMENT_TYPE.payPal)
    .required()
    .messages({ '*': MESSAGE.selectPaymentType }),
  paypalID: onlyFor(
    'paymentType',
    PAYMENT_TYPE.payPal,
    filled(payment.paypalID, MESSAGE.payPalRequired).custom(payPalId),
    noText,
  ),
  achAccountName: forAch(payment.achAccountName),
  achAccountType: onlyFor(
    'paymentType',
    PAYMENT_TYPE.ach,
    Joi.valid(...Object.values(ACH_ACCOUNT_TYPE))
      .required()
      .messages({ '*': MESSAGE.accountRequired }),
    noCode,
  ),
  achRoutingNumber: forAch(payment.achRoutingNumber),
  achAccountNumber: forAch(payment.achAccountNumber),
} satisfies Record<keyof PaymentInformation, Joi.Schema>);

const taxInformation = Joi.object({
  affID: id().required(),
  taxIDType: Joi.valid(...Object.values(TAX_ID_TYPE))
    .required()
    .messages({ '*': MESSAGE.selectTaxIdType }),
  taxID: Joi.when('taxIDType', {
    is: TAX_ID_TYPE.ein,
    then: filled(tax.taxID, MESSAGE.einRequired),
    otherwise: filled(tax.taxID, MESSAGE.enterSsn),
  }),
  companyName: onlyFor('taxIDType', TAX_ID_TYPE.ein, filled(tax.companyName, MESSAGE.einRequired), noText),
} satisfies Record<keyof TaxInformation, Joi.Schema>);

/** POST /update-affiliate-account (docs/PRODUCT.md §5). A part that is there already, or not asked for, comes as null. */
export const updateAccountBody = Joi.object({
  PersonalInformation: personalInformation.required(),
  PaymentInformation: paymentInformation.allow(null).default(null),
  TaxInformation: taxInformation.allow(null).default(null),
});
