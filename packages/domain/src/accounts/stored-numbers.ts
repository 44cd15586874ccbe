import type { HiddenNumber, PaidKind } from '@partnerdesk/contracts';
import { decryptField } from '../platform';

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
