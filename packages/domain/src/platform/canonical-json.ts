import { createHash } from 'node:crypto';

/** What the first link of a chain names as the one before it (docs/RULES.md, Proof). */
export const GENESIS = '0'.repeat(64);

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Fields whose values no proof carries: their SHA-256 stands for them. */
const HIDDEN = new Set(['achAccountNumberEncrypted', 'payPalUserName', 'paymentInfo']);

const DIGEST = /^sha256:[0-9a-f]{64}$/;

function canonicalValue(key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (value && HIDDEN.has(key)) return DIGEST.test(value) ? value : `sha256:${sha256(value)}`;
    return value.toWellFormed();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined && field !== null);
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON that stands for a value however it was stored (docs/RULES.md, Proof). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, canonicalValue);
}
