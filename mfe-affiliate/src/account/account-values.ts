import type {
  Country,
  PaymentInformation,
  PaymentType,
  PersonalInformation,
  TaxInformation,
  UpdateAffiliateAccountRequest,
} from '@partnerdesk/contracts';
import { isPaidBy, PAYMENT_TYPE, type PaidBy, TAX_COUNTRY_ID } from '@partnerdesk/contracts';

/** The three records of an account as the server has them. */
export interface Account {
  personal: PersonalInformation;
  payment: PaymentInformation;
  tax: TaxInformation;
}

/** Personal information that the form asks for. */
export type PersonalField = Exclude<
  keyof PersonalInformation,
  'affID' | 'status' | 'countryName' | 'signInEmailAddress'
>;

/** The account form's fields; choices are texts, empty while none is made. */
export type AccountValues = Record<
  PersonalField | Exclude<keyof PaymentInformation | keyof TaxInformation, 'affID'>,
  string
>;

/** Payment information, once saved, is shown read-only (docs/PRODUCT.md §2). */
export const isPaymentSaved = ({ payment }: Account) => payment.paymentType !== PAYMENT_TYPE.unknown;
/** So is tax information. */
export const isTaxSaved = ({ tax }: Account) => tax.taxIDType !== 0;
/** Tax ids are asked for in country 1 only, and once (docs/PRODUCT.md §2). */
export const asksForTax = (account: Account, countryID: string) =>
  !isTaxSaved(account) && Number(countryID) === TAX_COUNTRY_ID;

const choice = (code: number) => (code ? String(code) : '');

/** The form as it starts; saved payment and tax information is no part of it. */
export function accountValues({ personal }: Account): AccountValues {
  return {
    firstName: personal.firstName,
    lastName: personal.lastName,
    emailAddress: personal.emailAddress,
    address1: personal.address1,
    address2: personal.address2,
    city: personal.city,
    state: personal.state,
    postalCode: personal.postalCode,
    countryID: choice(personal.countryID),
    skypeUserName: personal.skypeUserName,
    paymentType: '',
    paypalID: '',
    achAccountName: '',
    achAccountType: '',
    achRoutingNumber: '',
    achAccountNumber: '',
    taxIDType: '',
    taxID: '',
    companyName: '',
  };
}

const NO_DETAILS = {
  paypalID: '',
  achAccountName: '',
  achAccountType: 0,
  achRoutingNumber: '',
  achAccountNumber: '',
};

const SENT: Record<PaidBy, (values: AccountValues) => Partial<typeof NO_DETAILS>> = {
  [PAYMENT_TYPE.ach]: (values) => ({
    achAccountName: values.achAccountName.trim(),
    achAccountType: Number(values.achAccountType),
    achRoutingNumber: values.achRoutingNumber.trim(),
    achAccountNumber: values.achAccountNumber.trim(),
  }),
  [PAYMENT_TYPE.payPal]: ({ paypalID }) => ({ paypalID: paypalID.trim() }),
};

/** What is sent: of payment and tax only what is asked for, of the payment only what its type needs. */
export function accountRequest(
  account: Account,
  values: AccountValues,
  countries: readonly Country[],
): UpdateAffiliateAccountRequest {
  const { affID } = account.personal;
  const countryID = Number(values.countryID);
  const paymentType = Number(values.paymentType);
  return {
    PersonalInformation: {
      affID,
      status: account.personal.status,
      emailAddress: values.emailAddress.trim(),
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      address1: values.address1.trim(),
      address2: values.address2.trim(),
      city: values.city.trim(),
      state: values.state.trim(),
      postalCode: values.postalCode.trim(),
      countryID,
      countryName: countries.find((country) => country.countryID === countryID)?.name ?? '',
      skypeUserName: values.skypeUserName.trim(),
    },
    PaymentInformation: isPaymentSaved(account)
      ? null
      : {
          affID,
          paymentType: paymentType as PaymentType,
          ...NO_DETAILS,
          ...(isPaidBy(paymentType) && SENT[paymentType](values)),
        },
    TaxInformation: asksForTax(account, values.countryID)
      ? {
          affID,
          taxIDType: Number(values.taxIDType),
          taxID: values.taxID.trim(),
          companyName: values.companyName.trim(),
        }
      : null,
  };
}
