import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FieldKey } from '@partnerdesk/node';
import { domainConfig } from '../config';

export const ALGORITHM = 'aes-256-gcm';
/** Whole tags only: a shortened one is easier to forge, and Node takes any length without this. */
export const TAG = { authTagLength: 16 } as const;

/** The field key of an id, or the one that encrypts. @throws Error when it is not configured */
export function keyById(id?: string): FieldKey {
  const { fieldKeys } = domainConfig();
  const found = id === undefined ? fieldKeys[0] : fieldKeys.find((each) => each.id === id);
  if (!found)
    throw new Error(id === undefined ? 'no field key is configured' : `field key ${id} is not configured`);
  return found;
}

/**
 * Encrypts one field's text (docs/RULES.md, Accounts and access "Tax ids and account numbers").
 * `context` names where it is stored, e.g. `affiliate:12:taxID`: a ciphertext moved to another record or
 * field does not decrypt there. Shape: `keyId.iv.tag.ciphertext`, base64url.
 */
export function encryptField(text: string, context: string): string {
  const { id, key } = keyById();
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG).setAAD(Buffer.from(context));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'));
  return [id, ...parts].join('.');
}

/** @throws Error when the key is unknown, or the text was changed or moved. */
export function decryptField(encrypted: string, context: string): string {
  const [id, iv, tag, data] = encrypted.split('.');
  if (!id || !iv || !tag || data === undefined) throw new Error('not an encrypted field');
  const decipher = createDecipheriv(ALGORITHM, keyById(id).key, Buffer.from(iv, 'base64url'), TAG)
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
}

/** The id of the key that a field is encrypted under. */
export const fieldKeyId = (encrypted: string): string => encrypted.slice(0, encrypted.indexOf('.'));

/** All but the last four letters as bullets; a shorter text is bullets throughout. Each is whole: see ofText of the calls. */
export function maskNumber(text: string): string {
  const letters = [...text];
  const shown = letters.length > 4 ? letters.slice(-4) : [];
  return '•'.repeat(letters.length - shown.length) + shown.join('');
}
