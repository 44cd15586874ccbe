import type { HiddenNumber, PaidKind } from '@partnerdesk/contracts';
import { decryptField } from '../platform';

/** Where an encrypted number is stored, for encryptField; stored numbers can be read under this text only. */
export function numberContext(kind: PaidKind, id: number, field: HiddenNumber): string {
  return `${kind}:${id}:${field}`;
}

/** A stored number in clear, empty if there is none; undefined: it cannot be decrypted. */
export function clearNumber(encrypted: string, context: string): string | undefined {
  try {
    return encrypted && decryptField(encrypted, context);
  } catch {
    return undefined;
  }
}
