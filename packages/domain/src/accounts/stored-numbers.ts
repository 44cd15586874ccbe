import { HIDDEN_NUMBERS, type HiddenNumber, type PaidKind } from '@partnerdesk/contracts';
import { decryptField, encryptField } from '../platform';

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
