import { ACH_ACCOUNT_TYPE, PAYMENT_TYPE, type PaymentType, TAX_ID_TYPE } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { isPayPalId } from '../payee-ids';
import { PAID_BY } from '../payment-methods';
import { filled, maybeEmpty, signInEmail } from '../schema/fields';
import * as s from '../schema/schema';
import { call, raw } from './call';

/** Mails that an affiliate can switch off; those about the account's safety go out whatever is switched off. */
export const NOTICES = ['payment-executed', 'payment-returned', 'weekly-summary'] as const;
export type Notice = (typeof NOTICES)[number];

export const DAILY_DIGEST = 'daily-digest';

export const NOTICE_TEXT: Record<Notice | typeof DAILY_DIGEST, string> = {
  'payment-executed': 'A payment to me was executed or sent',
  'payment-returned': 'A payment to me came back',
  'weekly-summary': 'What the week before brought, on Mondays',
  [DAILY_DIGEST]: 'What waits in the office, each morning',
};

/* What affiliates read and change of their own account (docs/PRODUCT.md §2 /account). */

const own = { who: 'affiliate', own: 'affiliateID', query: { affiliateID: s.id() } } as const;
const { personal, payment, tax } = MAX_LENGTH;

const personalInformation = s.object({
  affID: s.number(),
  emailAddress: s.text(),
  signInEmailAddress: s.optional(
    s.text({
      about: 'While emailAddress waits to be confirmed by a mailed link: the one that signs in until then',
    }),
  ),
  status: s.number(),
  firstName: s.text(),
  lastName: s.text(),
  address1: s.text(),
  address2: s.text(),
  city: s.standard(s.text(), ''),
  state: s.standard(s.text({ about: 'In the United States its two letters' }), ''),
  postalCode: s.text(),
  countryName: s.text(),
  countryID: s.number({ about: '0: none chosen yet' }),
  skypeUserName: s.text(),
});
export type PersonalInformation = s.CheckedOf<typeof personalInformation>;

const paymentInformation = s.object({
  affID: s.number(),
  paymentType: s.code(Object.values(PAYMENT_TYPE), { about: '0: nothing saved yet' }),
  paypalID: s.text(),
  achAccountName: s.text(),
  achAccountType: s.number({ about: '0: none' }),
  achRoutingNumber: s.text(),
  achAccountNumber: s.text({ about: 'Once saved, its last four digits' }),
});
export type PaymentInformation = s.CheckedOf<typeof paymentInformation>;

const taxInformation = s.object({
  affID: s.number(),
  taxID: s.text({ about: 'Once saved, its last four digits' }),
  taxIDType: s.number({ about: '0: nothing saved yet' }),
  companyName: s.text(),
});
export type TaxInformation = s.CheckedOf<typeof taxInformation>;

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
const onlyFor = <Needed extends s.AnySchema, Empty extends s.AnySchema>(
  field: string,
  type: number,
  then: Needed,
  otherwise: Empty,
) => s.when(field, { is: type, then, otherwise });
const noText = s.standard(s.text({ ignored: 'everything' }), '');
const noCode = s.standard(s.number({ ignored: 'everything' }), 0);
const forAch = (max: number) =>
  onlyFor('paymentType', PAYMENT_TYPE.ach, filled(max, MESSAGE.accountRequired), noText);
const needed = (max: number) => filled(max, MESSAGE.personalRequired);

const sentPersonal = s.object({
  affID: s.id(),
  firstName: needed(personal.firstName),
  lastName: needed(personal.lastName),
  emailAddress: signInEmail(MESSAGE.personalRequired),
  address1: needed(personal.address1),
  address2: s.standard(maybeEmpty(personal.address2), ''),
  city: s.optional(maybeEmpty(personal.city)),
  state: s.optional(maybeEmpty(personal.state)),
  postalCode: needed(personal.postalCode),
  countryID: s.number({ strict: true, rule: 'country', texts: { any: MESSAGE.personalRequired } }),
  skypeUserName: s.standard(maybeEmpty(personal.skypeUserName), ''),
  status: s.stripped(),
  countryName: s.stripped(),
  signInEmailAddress: s.stripped(),
});

const sentPayment = s.object({
  affID: s.id(),
  paymentType: s.oneOf<PaymentType>(PAID_BY, {
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
    s.oneOf(Object.values(ACH_ACCOUNT_TYPE) as number[], { texts: { any: MESSAGE.accountRequired } }),
    noCode,
  ),
  achRoutingNumber: forAch(payment.achRoutingNumber),
  achAccountNumber: forAch(payment.achAccountNumber),
});

const sentTax = s.object({
  affID: s.id(),
  taxIDType: s.oneOf(Object.values(TAX_ID_TYPE) as number[], { texts: { any: MESSAGE.selectTaxIdType } }),
  taxID: onlyFor(
    'taxIDType',
    TAX_ID_TYPE.ein,
    filled(tax.taxID, MESSAGE.einRequired),
    filled(tax.taxID, MESSAGE.enterSsn),
  ),
  companyName: onlyFor('taxIDType', TAX_ID_TYPE.ein, filled(tax.companyName, MESSAGE.einRequired), noText),
});

const account = s.object({
  PersonalInformation: sentPersonal,
  PaymentInformation: s.standard(s.nullable(sentPayment), null),
  TaxInformation: s.standard(s.nullable(sentTax), null),
});
/** A part that is there already, or not asked for, comes as null; the server ignores what is sent for it. */
export type UpdateAffiliateAccountRequest = s.SentOf<typeof account>;
export type AffiliateAccountInput = s.CheckedOf<typeof account>;

export const updateAffiliateAccountCall = call('POST /api/update-affiliate-account', {
  about: 'Saves an affiliate’s own information; parts that are saved already stay as they are',
  who: 'affiliate',
  own: 'PersonalInformation.affID',
  confirmFor: { who: 'everybody', when: 'a new email and the first payment information' },
  body: account,
  answer: s.saved(),
  errors: ['conflict', 'too_many_requests'],
});

export const sendConfirmationAgainCall = call('POST /api/send-confirmation-again', {
  about: 'Mails the link that confirms a new email once more, while that email waits',
  who: 'affiliate',
  body: {},
  answer: s.saved(),
  errors: ['conflict', 'too_many_requests'],
});

export const updateAffiliatePasswordCall = call('POST /api/update-affiliate-password', {
  about: 'Sets a new password and ends every other session',
  who: 'affiliate',
  own: 'AffID',
  confirm: 'everybody',
  body: {
    AffID: s.id(),
    NewPassword: s.text({
      max: MAX_LENGTH.newPassword,
      texts: { missing: MESSAGE.enterNewPassword, empty: MESSAGE.enterNewPassword },
    }),
    ConfirmNewPassword: s.text({ repeats: 'NewPassword', texts: { any: MESSAGE.passwordsDoNotMatch } }),
  },
  answer: s.saved(),
  errors: ['too_many_requests'],
});

const balance = s.object({
  affID: s.number(),
  available: s.number({ about: 'Payable now; below zero refunds are to be made up for' }),
  pending: s.number({ about: 'Payable once its days of hold are over' }),
  minimumPayout: s.number({ about: 'Less than this carries over' }),
  holdDays: s.number({ about: 'Days after which an entry is payable' }),
  nextPayoutDate: s.day({ about: 'By when what is available is to be paid' }),
});
export type AffiliateBalance = s.CheckedOf<typeof balance>;
export const affiliateBalanceCall = call('GET /api/affiliate-balance', {
  about: 'What is payable now and later, in dollars',
  ...own,
  answer: balance,
});

const taxForm = s.object({ year: s.number(), amount: s.number() });
export type AffiliateTaxForm = s.CheckedOf<typeof taxForm>;
export const affiliateTaxFormsCall = call('GET /api/affiliate-tax-forms', {
  about: 'Years for which the affiliate has a tax form, the newest first',
  ...own,
  answer: s.list(taxForm),
});

export const exportOwnDataCall = call('GET /api/export-own-data', {
  about: 'Everything that is kept about the signed-in affiliate, as a file',
  who: 'affiliate',
  confirm: 'everybody',
  sameSite: true,
  answer: raw('text/plain'),
  errors: ['too_many_requests'],
});

const notices = s.object({ on: s.list(s.oneOf(NOTICES), { unique: true, max: NOTICES.length }) });
export type NoticeSettings = s.CheckedOf<typeof notices>;
const noticesAnswer = s.object({ on: s.list(s.code(NOTICES)) });
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
