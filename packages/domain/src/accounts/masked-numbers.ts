import { AppError, type AuditAction, type HiddenNumber, type PaidKind } from '@partnerdesk/contracts';
import { type By, decryptField, maskNumber, writeAudit } from '../platform';
import { findAccount } from './account-kinds';
import { clearNumber, numberContext } from './stored-numbers';

export const REVEALED = {
  achAccountNumber: 'account-number.revealed',
  taxID: 'tax-id.revealed',
} as const satisfies Record<HiddenNumber, AuditAction>;

/** Shown for a number that cannot be decrypted: a lost key costs the number and not the screen. */
const UNREADABLE = '••••';

/** The last four digits of a stored number. */
export function maskStored(encrypted: string, context: string): string {
  const number = clearNumber(encrypted, context);
  return number === undefined ? UNREADABLE : maskNumber(number);
}

export function maskedAccountNumber(kind: PaidKind, id: number, encrypted: string): string {
  return maskStored(encrypted, numberContext(kind, id, 'achAccountNumber'));
}

/** The whole number, once the audit log has this access. @throws AppError not_found for an account or number that is missing */
export async function revealNumber(kind: PaidKind, id: number, field: HiddenNumber, by: By): Promise<string> {
  const encrypted = (await findAccount(kind, id))?.[`${field}Encrypted`];
  if (!encrypted) throw new AppError('not_found', 'There is no such number');
  await writeAudit({ ...by, action: REVEALED[field], subject: { type: kind, id } });
  return decryptField(encrypted, numberContext(kind, id, field));
}
