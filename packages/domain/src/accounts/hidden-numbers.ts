import {
  ACH_ACCOUNT_TYPE_TEXT,
  HIDDEN_NUMBERS,
  type HiddenNumber,
  type MaskedDetails,
  PAYMENT_TYPE,
  type PaidKind,
  paymentTypeText,
} from '@partnerdesk/contracts';
import { decryptField, encryptField, maskNumber } from '../platform';
import type { PaymentFields } from './payment-fields';

/** For encryptField; stored numbers can be read under this text only. */
export function numberContext(kind: PaidKind, id: number, field: HiddenNumber): string {
  return `${kind}:${id}:${field}`;
}

/** A stored number; undefined: it cannot be decrypted. */
export function clearNumber(encrypted: string, context: string): string | undefined {
  try {
    return encrypted && decryptField(encrypted, context);
  } catch {
    return undefined;
  }
}

/** What a record stores of these numbers; one that is undefined stays as it is. */
export const encryptedNumbers = (
  kind: PaidKind,
  id: number,
  numbers: Partial<Record<HiddenNumber, string | undefined>>,
): Partial<Record<`${HiddenNumber}Encrypted`, string>> =>
  Object.fromEntries(
    HIDDEN_NUMBERS.flatMap((field) => {
      const number = numbers[field];
      if (number === undefined) return [];
      return [[`${field}Encrypted`, number && encryptField(number, numberContext(kind, id, field))]];
    }),
  );

/** Shown for a number that cannot be decrypted: a lost key costs the number and not the screen. */
const UNREADABLE = '••••';

/** The last four digits of a stored number. */
export function maskedNumber(kind: PaidKind, id: number, field: HiddenNumber, encrypted: string): string {
  const number = clearNumber(encrypted, numberContext(kind, id, field));
  return number === undefined ? UNREADABLE : maskNumber(number);
}

/** The last four digits of a record's hidden numbers. */
export const maskedNumbers = (
  kind: PaidKind,
  id: number,
  record: Record<`${HiddenNumber}Encrypted`, string>,
): Record<HiddenNumber, string> => ({
  achAccountNumber: maskedNumber(kind, id, 'achAccountNumber', record.achAccountNumberEncrypted),
  taxID: maskedNumber(kind, id, 'taxID', record.taxIDEncrypted),
});

/** `an•••@pay.example` */
export function maskPayPalID(payPalID: string): string {
  const [name = '', domain] = payPalID.split('@');
  const letters = [...name];
  const shown = letters.slice(0, letters.length > 3 ? 2 : 1).join('');
  return payPalID && `${shown}•••${domain === undefined ? '' : `@${domain}`}`;
}

export function maskedDetailsOf(kind: PaidKind, personID: number, fields: PaymentFields): MaskedDetails {
  const { paymentType, payPalUserName, achName, achAccountType, achRoutingNumber } = fields;
  const payPalID = maskPayPalID(payPalUserName);
  const achAccountNumber = maskedNumber(kind, personID, 'achAccountNumber', fields.achAccountNumberEncrypted);
  return { paymentType, payPalID, achName, achAccountType, achRoutingNumber, achAccountNumber };
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
