import { hkdfSync } from 'node:crypto';
import type { FieldKey } from '@partnerdesk/node';
import { keyById } from './field-encryption';

/** Derived once for many hashes. */
const derived = new Map<string, Buffer>();

/**
 * A key of its own for a purpose, derived from the first field key: what is encrypted and what is compared share none.
 * @returns with the id of the field key
 */
export function derivedKey(purpose: string): FieldKey {
  const { id, key: first } = keyById();
  const name = `${first.toString('base64')} ${purpose}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', first, '', `partnerdesk ${purpose}`, 32));
  derived.set(name, key);
  return { id, key };
}
