import { hash, randomBytes } from 'node:crypto';

/** How many there are at first (docs/RULES.md, Who may enter "Second factor"). */
export const RECOVERY_CODES = 10;
/** 32 letters and digits, so that 24 of them are 120 bits; none of i, l, o, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 24;

/** New codes, in groups of four: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What of a code is stored. It is as random as a key, so that a fast hash is enough; how it is typed does not matter. */
export function hashRecoveryCode(code: string): string {
  const letters = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return hash('sha256', letters, 'base64url');
}
