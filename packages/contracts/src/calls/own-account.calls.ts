import { ACH_ACCOUNT_TYPE, PAYMENT_TYPE, type PaymentType, TAX_ID_TYPE } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { isPayPalId } from '../payee-ids';
import { PAID_BY } from '../payment-methods';
import { filled, maybeEmpty, signInEmail } from '../schema/fields';
import {
  type AnySchema,
  type CheckedOf,
  code,
  day,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  saved,
  standard,
  stripped,
  text,
  when,
} from '../schema/schema';
import { NOTICES } from '../wire-notices';
import { call, raw } from './call';

/* What affiliates read and change of their own account (docs/PRODUCT.md §2 /account). */

const own = { who: 'affiliate', own: 'affiliateID', query: { affiliateID: id() } } as const;
const { personal, payment, tax } = MAX_LENGTH;

const personalInformation = object({
  affID: number(),
  emailAddress: text(),
  signInEmailAddress: optional(
    text({
      about: 'While emailAddress waits to be confirmed by a mailed link: the one that signs in until then',
    }),
  ),
  status: number(),
  firstName: text(),
  lastName: text(),
  address1: text(),
  address2: text(),
  city: standard(text(), ''),
  state: standard(text({ about: 'In the United States its two letters' }), ''),
  postalCode: text(),
  countryName: text(),
  countryID: number({ about: '0: none chosen yet' }),
  skypeUserName: text(),
});
export type PersonalInformation = CheckedOf<typeof personalInformation>;

const paymentInformation = object({
  affID: number(),
  paymentType: code(Object.values(PAYMENT_TYPE), { about: '0: nothing saved yet' }),
  paypalID: text(),
  achAccountName: text(),
  achAccountType: number({ about: '0: none' }),
  achRoutingNumber: text(),
  achAccountNumber: text({ about: 'Once saved, its last four digits' }),
});
export type PaymentInformation = CheckedOf<typeof paymentInformation>;

const taxInformation = object({
  affID: number(),
  taxID: text({ about: 'Once saved, its last four digits' }),
  taxIDType: number({ about: '0: nothing saved yet' }),
  companyName: text(),
});
export type TaxInformation = CheckedOf<typeof taxInformation>;

export const affiliateAccountCall = call('GET /api/get-affiliate-account', {
  about: 'Personal information; the email is the one that was entered last',
  ...own,
  answer: personalInformation,
});
export const affiliatePaymentInfoCall = call('GET /api/get-affiliate-payment-info', {
  about: 'Payment information',
  ...own,
  answer: paymentInformation,
});
export const affiliateTaxInfoCall = call('GET /api/get-affiliate-tax-info', {
  about: 'Tax information',
  ...own,
  answer: taxInformation,
});

/** A field that one type of payment or tax id needs and the others leave empty. */
const onlyFor = <Needed extends AnySchema, Empty extends AnySchema>(
  field: string,
  type: number,
  then: Needed,
  otherwise: Empty,
) => when(field, { is: type, then, otherwise });
const noText = standard(text({ ignored: 'everything' }), '');
const noCode = standard(number({ ignored: 'everything' }), 0);
const forAch = (max: number) =>
  onlyFor('paymentType', PAYMENT_TYPE.ach, filled(max, MESSAGE.accountRequired), noText);
const needed = (max: number) => filled(max, MESSAGE.personalRequired);

const sentPersonal = object({
  affID: id(),
  firstName: needed(personal.firstName),
  lastName: needed(personal.lastName),
  emailAddress: signInEmail(MESSAGE.personalRequired),
  address1: needed(personal.address1),
  address2: standard(maybeEmpty(personal.address2), ''),
  city: optional(maybeEmpty(personal.city)),
  state: optional(maybeEmpty(personal.state)),
  postalCode: needed(personal.postalCode),
  countryID: number({ strict: true, rule: 'country', texts: { any: MESSAGE.personalRequired } }),
  skypeUserName: standard(maybeEmpty(personal.skypeUserName), ''),
  status: stripped(),
  countryName: stripped(),
  signInEmailAddress: stripped(),
});

const sentPayment = object({
  affID: id(),
  paymentType: oneOf<PaymentType>(PAID_BY, {
    texts: { any: MESSAGE.selectPaymentType },
  }),
  paypalID: onlyFor(
    'paymentType',
    PAYMENT_TYPE.payPal,
    filled(payment.paypalID, MESSAGE.payPalRequired, {
      check: (value: string) => (isPayPalId(value) ? undefined : MESSAGE.invalidEmail),
    }),
    noText,
  ),
  achAccountName: forAch(payment.achAccountName),
  achAccountType: onlyFor(
    'paymentType',
    PAYMENT_TYPE.ach,
    oneOf(Object.values(ACH_ACCOUNT_TYPE) as number[], { texts: { any: MESSAGE.accountRequired } }),
    noCode,
  ),
  achRoutingNumber: forAch(payment.achRoutingNumber),
  achAccountNumber: forAch(payment.achAccountNumber),
});

const sentTax = object({
  affID: id(),
  taxIDType: oneOf(Object.values(TAX_ID_TYPE) as number[], { texts: { any: MESSAGE.selectTaxIdType } }),
  taxID: onlyFor(
    'taxIDType',
    TAX_ID_TYPE.ein,
    filled(tax.taxID, MESSAGE.einRequired),
    filled(tax.taxID, MESSAGE.enterSsn),
  ),
  companyName: onlyFor('taxIDType', TAX_ID_TYPE.ein, filled(tax.companyName, MESSAGE.einRequired), noText),
});

const account = object({
  PersonalInformation: sentPersonal,
  PaymentInformation: standard(nullable(sentPayment), null),
  TaxInformation: standard(nullable(sentTax), null),
});
/** A part that is there already, or not asked for, comes as null; the server ignores what is sent for it. */
export type UpdateAffiliateAccountRequest = SentOf<typeof account>;
export type AffiliateAccountInput = CheckedOf<typeof account>;

export const updateAffiliateAccountCall = call('POST /api/update-affiliate-account', {
  about: 'Saves an affiliate’s own information; parts that are saved already stay as they are',
  who: 'affiliate',
  own: 'PersonalInformation.affID',
  confirmFor: { who: 'everybody', when: 'a new email and the first payment information' },
  body: account,
  answer: saved(),
  errors: ['conflict', 'too_many_requests'],
});

export const sendConfirmationAgainCall = call('POST /api/send-confirmation-again', {
  about: 'Mails the link that confirms a new email once more, while that email waits',
  who: 'affiliate',
  body: {},
  answer: saved(),
  errors: ['conflict', 'too_many_requests'],
});

export const updateAffiliatePasswordCall = call('POST /api/update-affiliate-password', {
  about: 'Sets a new password and ends every other session',
  who: 'affiliate',
  own: 'AffID',
  confirm: 'everybody',
  body: {
    AffID: id(),
    NewPassword: text({
      max: MAX_LENGTH.newPassword,
      texts: { missing: MESSAGE.enterNewPassword, empty: MESSAGE.enterNewPassword },
    }),
    ConfirmNewPassword: text({ repeats: 'NewPassword', texts: { any: MESSAGE.passwordsDoNotMatch } }),
  },
  answer: saved(),
  errors: ['too_many_requests'],
});

const balance = object({
  affID: number(),
  available: number({ about: 'Payable now; below zero refunds are to be made up for' }),
  pending: number({ about: 'Payable once its days of hold are over' }),
  minimumPayout: number({ about: 'Less than this carries over' }),
  holdDays: number({ about: 'Days after which an entry is payable' }),
  nextPayoutDate: day({ about: 'By when what is available is to be paid' }),
});
export type AffiliateBalance = CheckedOf<typeof balance>;
export const affiliateBalanceCall = call('GET /api/affiliate-balance', {
  about: 'What is payable now and later, in dollars',
  ...own,
  answer: balance,
});

const taxForm = object({ year: number(), amount: number() });
export type AffiliateTaxForm = CheckedOf<typeof taxForm>;
export const affiliateTaxFormsCall = call('GET /api/affiliate-tax-forms', {
  about: 'Years for which the affiliate has a tax form, the newest first',
  ...own,
  answer: list(taxForm),
});

export const exportOwnDataCall = call('GET /api/export-own-data', {
  about: 'Everything that is kept about the signed-in affiliate, as a file',
  who: 'affiliate',
  confirm: 'everybody',
  sameSite: true,
  answer: raw('text/plain'),
  errors: ['too_many_requests'],
});

const notices = object({ on: list(oneOf(NOTICES), { unique: true, max: NOTICES.length }) });
export type NoticeSettings = CheckedOf<typeof notices>;
const noticesAnswer = object({ on: list(code(NOTICES)) });
export const noticesCall = call('GET /api/notices', {
  about: 'Which mails the signed-in affiliate gets besides those about the account’s safety',
  who: 'affiliate',
  answer: noticesAnswer,
});
export const saveNoticesCall = call('POST /api/notices', {
  about: 'Switches these mails on and all others off',
  who: 'affiliate',
  body: notices,
  answer: noticesAnswer,
});
