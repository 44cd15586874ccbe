import { AppError, type AuditAction, type HiddenNumber, type PaidKind } from '@partnerdesk/contracts';
import { type By, decryptField, maskNumber, writeAudit } from '../platform';
import { findAccount } from './account-kinds';
import { clearNumber, numberContext } from './stored-numbers';

/** How the audit log names an access to one. */
export const REVEALED = {
  achAccountNumber: 'account-number.revealed',
  taxID: 'tax-id.revealed',
} as const satisfies Record<HiddenNumber, AuditAction>;

/** Shown for a number that cannot be decrypted, so that a lost key costs the number and not the screen. */
const UNREADABLE = '••••';

/** The last four digits of a stored number; empty if there is none. */
export function maskStored(encrypted: string, context: string): string {
  const number = clearNumber(encrypted, context);
  return number === undefined ? UNREADABLE : maskNumber(number);
}

/** The last four digits of an account number as it is stored. */
export function maskedAccountNumber(kind: PaidKind, id: number, encrypted: string): string {
  return maskStored(encrypted, numberContext(kind, id, 'achAccountNumber'));
}

/**
 * The whole number, after this access has been written to the audit log.
 * @throws AppError not_found when there is no such account or number
 */
export async function revealNumber(kind: PaidKind, id: number, field: HiddenNumber, by: By): Promise<string> {
  const encrypted = (await findAccount(kind, id))?.[`${field}Encrypted`];
  if (!encrypted) throw new AppError('not_found', 'There is no such number');
  await writeAudit({ ...by, action: REVEALED[field], subject: { type: kind, id } });
  return decryptField(encrypted, numberContext(kind, id, field));
}
