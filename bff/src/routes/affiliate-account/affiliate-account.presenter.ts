import type {
  PaymentInformation,
  PaymentType,
  PersonalInformation,
  TaxInformation,
} from '@partnerdesk/contracts';
import type { MaskedAffiliate } from '@partnerdesk/domain';
import { countryNameOf } from '../configuration/countries';
import { pick } from '../pick';

/** GET /get-affiliate-account. */
export function presentPersonal({ affiliate }: MaskedAffiliate): PersonalInformation {
  return {
    ...pick(
      affiliate,
      'affID',
      'emailAddress',
      'status',
      'firstName',
      'lastName',
      'address1',
      'address2',
      'postalCode',
      'countryID',
      'skypeUserName',
    ),
    countryName: countryNameOf(affiliate.countryID),
  };
}

/** GET /get-affiliate-payment-info; the account number with its last four digits only. */
export function presentPayment({ affiliate, achAccountNumber }: MaskedAffiliate): PaymentInformation {
  return {
    affID: affiliate.affID,
    paymentType: affiliate.paymentType as PaymentType,
    paypalID: affiliate.payPalUserName,
    achAccountName: affiliate.achName,
    achAccountType: affiliate.achAccountType,
    achRoutingNumber: affiliate.achRoutingNumber,
    achAccountNumber,
  };
}

/** GET /get-affiliate-tax-info; the tax id with its last four digits only. */
export function presentTax({ affiliate, taxID }: MaskedAffiliate): TaxInformation {
  const { affID, taxIDType, companyName } = affiliate;
  return { affID, taxID, taxIDType, companyName };
}
