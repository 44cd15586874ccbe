import { PAYMENT_TYPE } from '@partnerdesk/contracts';
import { maskPayPalID } from '../accounts/payment-changes/masked-details';
import type { PayrollRecord } from '../ledger/ledger.models';

/** Where a payment goes, masked, as a mail names it; empty: payment details were missing. */
export function accountOf({ payPalUserName, paymentInfo, paymentType }: PayrollRecord): string {
  if (paymentType === PAYMENT_TYPE.ach) return `bank account ${paymentInfo}`;
  return paymentType === PAYMENT_TYPE.payPal ? `PayPal ID ${maskPayPalID(payPalUserName)}` : '';
}
