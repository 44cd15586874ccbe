import {
  ACH_ACCOUNT_TYPE_TEXT,
  AppError,
  type AuditAction,
  type HiddenNumber,
  type MaskedDetails,
  PAYMENT_TYPE,
  type PaidKind,
  paymentTypeText,
} from '@partnerdesk/contracts';
import { type By, decryptField, maskNumber, writeAudit } from '../platform';
import { findAccount } from './account-kinds';
import type { PaymentFields } from './payment-fields';
import { clearNumber, numberContext } from './stored-numbers';

export const REVEALED = {
  achAccountNumber: 'account-number.revealed',
  taxID: 'tax-id.revealed',
} as const satisfies Record<HiddenNumber, AuditAction>;

/** Shown for a number that cannot be decrypted: a lost key costs the number and not the screen. */
const UNREADABLE = '••••';

/** The last four digits of a stored number. */
export function maskedNumber(kind: PaidKind, id: number, field: HiddenNumber, encrypted: string): string {
  const number = clearNumber(encrypted, numberContext(kind, id, field));
  return number === undefined ? UNREADABLE : maskNumber(number);
}

export const maskedAccountNumber = (kind: PaidKind, id: number, encrypted: string): string =>
  maskedNumber(kind, id, 'achAccountNumber', encrypted);

/** The last four digits of a record's hidden numbers. */
export const maskedNumbers = (
  kind: PaidKind,
  id: number,
  record: Record<`${HiddenNumber}Encrypted`, string>,
): Record<HiddenNumber, string> => ({
  achAccountNumber: maskedAccountNumber(kind, id, record.achAccountNumberEncrypted),
  taxID: maskedNumber(kind, id, 'taxID', record.taxIDEncrypted),
});

/** The whole number, once the audit log has this access. @throws AppError not_found for an account or number that is missing */
export async function revealNumber(kind: PaidKind, id: number, field: HiddenNumber, by: By): Promise<string> {
  const encrypted = (await findAccount(kind, id))?.[`${field}Encrypted`];
  if (!encrypted) throw new AppError('not_found', 'There is no such number');
  await writeAudit({ ...by, action: REVEALED[field], subject: { type: kind, id } });
  return decryptField(encrypted, numberContext(kind, id, field));
}

/** `an•••@pay.example` */
export function maskPayPalID(payPalID: string): string {
  const [name = '', domain] = payPalID.split('@');
  const shown = name.slice(0, name.length > 3 ? 2 : 1);
  return payPalID && `${shown}•••${domain === undefined ? '' : `@${domain}`}`;
}

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
