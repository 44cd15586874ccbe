import {
  ACH_ACCOUNT_TYPE_TEXT,
  type MaskedDetails,
  PAYMENT_TYPE,
  type PaidKind,
  paymentTypeText,
} from '@partnerdesk/contracts';
import { maskedAccountNumber } from '../masked-numbers';
import type { PaymentFields } from '../payment-fields';

/** `an•••@pay.example` */
export function maskPayPalID(payPalID: string): string {
  const [name = '', domain] = payPalID.split('@');
  const shown = name.slice(0, name.length > 3 ? 2 : 1);
  return payPalID && `${shown}•••${domain === undefined ? '' : `@${domain}`}`;
}

/** As they may be shown and mailed. */
export function maskedDetailsOf(kind: PaidKind, personID: number, fields: PaymentFields): MaskedDetails {
  return {
    paymentType: fields.paymentType,
    payPalID: maskPayPalID(fields.payPalUserName),
    achName: fields.achName,
    achAccountType: fields.achAccountType,
    achRoutingNumber: fields.achRoutingNumber,
    achAccountNumber: maskedAccountNumber(kind, personID, fields.achAccountNumberEncrypted),
  };
}

export function detailsText(details: MaskedDetails): string {
  const { paymentType, payPalID, achAccountNumber, achAccountType, achRoutingNumber, achName } = details;
  const account = [
    `${ACH_ACCOUNT_TYPE_TEXT[achAccountType] ?? ''} account ${achAccountNumber || '(no number)'}`.trim(),
    achRoutingNumber && `routing number ${achRoutingNumber}`,
    achName,
  ];
  const parts = [
    paymentType === PAYMENT_TYPE.unknown ? 'No payment type' : paymentTypeText(paymentType),
    payPalID && `PayPal ID ${payPalID}`,
    ...(achAccountNumber || achRoutingNumber || achName || achAccountType ? account : []),
  ];
  return parts.filter(Boolean).join(', ');
}
