import {
  type AffiliateBalance,
  dollarsOf,
  type PaymentInformation,
  type PaymentType,
  type PersonalInformation,
  type TaxInformation,
} from '@partnerdesk/contracts';
import { type AffiliateBalanceCents, type MaskedAffiliate, waitingEmail } from '@partnerdesk/domain';
import { countryNameOf } from '../../countries';
import { pick } from '../pick';

/** GET /get-affiliate-account. The email is the one that was entered last, as the other fields are. */
export function presentPersonal({ affiliate }: MaskedAffiliate): PersonalInformation {
  const waiting = waitingEmail(affiliate);
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
      'city',
      'state',
      'postalCode',
      'countryID',
      'skypeUserName',
    ),
    countryName: countryNameOf(affiliate.countryID),
    ...(waiting !== undefined && { emailAddress: waiting, signInEmailAddress: affiliate.emailAddress }),
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

/** GET /affiliate-balance. */
export function presentBalance(affID: number, balance: AffiliateBalanceCents): AffiliateBalance {
  const { availableCents, pendingCents, minimumCents, holdDays, nextPayoutDate } = balance;
  return {
    affID,
    available: dollarsOf(availableCents),
    pending: dollarsOf(pendingCents),
    minimumPayout: dollarsOf(minimumCents),
    holdDays,
    nextPayoutDate,
  };
}
