import {
  isPaidBy,
  isPayPalId,
  MESSAGE,
  PAYMENT_TYPE,
  type PaidBy,
  TAX_ID_TYPE,
} from '@partnerdesk/contracts';
import { type FormProblem, requireFields } from '@partnerdesk/web';
import { type Account, type AccountValues, asksForTax, isPaymentSaved } from './account-values';

type Problem = FormProblem<AccountValues> | undefined;

const PERSONAL = ['firstName', 'lastName', 'emailAddress', 'address1', 'postalCode', 'countryID'] as const;
const ACH = ['achAccountName', 'achAccountType', 'achRoutingNumber', 'achAccountNumber'] as const;

const PAYMENT_RULES: Record<PaidBy, (values: AccountValues) => Problem> = {
  [PAYMENT_TYPE.ach]: (values) => requireFields(values, ACH, MESSAGE.accountRequired),
  [PAYMENT_TYPE.payPal]: (values) =>
    requireFields(values, ['paypalID'], MESSAGE.payPalRequired) ??
    (isPayPalId(values.paypalID.trim())
      ? undefined
      : { alert: MESSAGE.invalidEmail, fields: { paypalID: MESSAGE.invalidEmail } }),
};

function checkPayment(values: AccountValues): Problem {
  const type = Number(values.paymentType);
  if (isPaidBy(type)) return PAYMENT_RULES[type](values);
  return { alert: MESSAGE.selectPaymentType, fields: { paymentType: 'Choose one' } };
}

function checkTax(values: AccountValues): Problem {
  switch (Number(values.taxIDType)) {
    case TAX_ID_TYPE.ssn:
      return requireFields(values, ['taxID'], MESSAGE.enterSsn);
    case TAX_ID_TYPE.ein:
      return requireFields(values, ['taxID', 'companyName'], MESSAGE.einRequired);
    default:
      return { alert: MESSAGE.selectTaxIdType, fields: { taxIDType: 'Choose one' } };
  }
}

/** The first broken rule of the account form (docs/PRODUCT.md §5), of what it asks for. */
export function validateAccount(account: Account, values: AccountValues): Problem {
  return (
    requireFields(values, PERSONAL, MESSAGE.personalRequired) ??
    (isPaymentSaved(account) ? undefined : checkPayment(values)) ??
    (asksForTax(account, values.countryID) ? checkTax(values) : undefined)
  );
}
