import { isPayPalId, MESSAGE, PAYMENT_TYPE, TAX_ID_TYPE } from '@partnerdesk/contracts';
import { type FormProblem, requireFields } from '@partnerdesk/web';
import { type Account, type AccountValues, asksForTax, isPaymentSaved } from './account-values';

type Problem = FormProblem<AccountValues> | undefined;

const PERSONAL = ['firstName', 'lastName', 'emailAddress', 'address1', 'postalCode', 'countryID'] as const;
const ACH = ['achAccountName', 'achAccountType', 'achRoutingNumber', 'achAccountNumber'] as const;

function checkPayment(values: AccountValues): Problem {
  switch (Number(values.paymentType)) {
    case PAYMENT_TYPE.ach:
      return requireFields(values, ACH, MESSAGE.accountRequired);
    case PAYMENT_TYPE.payPal:
      return (
        requireFields(values, ['paypalID'], MESSAGE.payPalRequired) ??
        (isPayPalId(values.paypalID.trim())
          ? undefined
          : { alert: MESSAGE.invalidEmail, fields: { paypalID: MESSAGE.invalidEmail } })
      );
    default:
      return { alert: MESSAGE.selectPaymentType, fields: { paymentType: 'Choose one' } };
  }
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

/**
 * The first broken rule of the account form (docs/PRODUCT.md §5): personal, then payment and tax as far as they are
 * asked for.
 */
export function validateAccount(account: Account, values: AccountValues): Problem {
  return (
    requireFields(values, PERSONAL, MESSAGE.personalRequired) ??
    (isPaymentSaved(account) ? undefined : checkPayment(values)) ??
    (asksForTax(account, values.countryID) ? checkTax(values) : undefined)
  );
}
