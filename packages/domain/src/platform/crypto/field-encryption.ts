import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { FieldKey } from '@partnerdesk/node';
import { domainConfig } from '../config';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
/** Whole tags only: a shortened one is easier to forge, and Node takes any length without this. */
const TAG = { authTagLength: 16 } as const;

/** The field key of an id, or the one that encrypts. @throws Error when it is not configured */
export function keyById(id?: string): FieldKey {
  const { fieldKeys } = domainConfig();
  const found = id === undefined ? fieldKeys[0] : fieldKeys.find((each) => each.id === id);
  if (!found)
    throw new Error(id === undefined ? 'no field key is configured' : `field key ${id} is not configured`);
  return found;
}

type Encrypted = Record<'iv' | 'tag' | 'data', Buffer> & { id: string };

function encrypt(bytes: Buffer, context: string): Encrypted {
  const { id, key } = keyById();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG).setAAD(Buffer.from(context));
  const data = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return { id, iv, tag: cipher.getAuthTag(), data };
}

/** @throws Error when the key is unknown, or the data was changed or moved */
function decrypt({ id, iv, tag, data }: Encrypted, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, keyById(id).key, iv, TAG);
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(data), decipher.final()]);
}

/**
 * Encrypts one field's text (docs/RULES.md, Accounts and access "Tax ids and account numbers"). `context` names where it is
 * stored, e.g. `affiliate:12:taxID`: elsewhere it does not decrypt. Shape: `keyId.iv.tag.ciphertext`, base64url.
 */
export function encryptField(text: string, context: string): string {
  const { id, iv, tag, data } = encrypt(Buffer.from(text), context);
  return [id, ...[iv, tag, data].map((part) => part.toString('base64url'))].join('.');
}

/** @throws Error when the key is unknown, or the text was changed or moved. */
export function decryptField(encrypted: string, context: string): string {
  const [id, ...parts] = encrypted.split('.');
  const [iv, tag, data] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!id || !iv?.length || !tag?.length || !data) throw new Error('not an encrypted field');
  return decrypt({ id, iv, tag, data }, context).toString();
}

export const fieldKeyId = (encrypted: string): string => encrypted.slice(0, encrypted.indexOf('.'));

/** How an encrypted file begins; no picture format does. */
const BEGINNING = Buffer.from('PDESKF1\0', 'latin1');

/** As encryptField, of a file. Shape: beginning, length of the key id (1 byte), key id, iv, tag, ciphertext. */
export function encryptFile(bytes: Buffer, context: string): Buffer {
  const { id, iv, tag, data } = encrypt(bytes, context);
  const keyID = Buffer.from(id);
  return Buffer.concat([BEGINNING, Buffer.from([keyID.length]), keyID, iv, tag, data]);
}

/** The id of the key that a file is encrypted under; undefined: it is not encrypted. */
export function fileKeyId(stored: Buffer): string | undefined {
  if (!stored.subarray(0, BEGINNING.length).equals(BEGINNING)) return undefined;
  const start = BEGINNING.length + 1;
  return stored.toString('utf8', start, start + (stored[BEGINNING.length] ?? 0));
}

/** A file that no key reads: it is not encrypted, its key is unknown, or it was changed or moved. */
export class UnreadableFile extends Error {}

/** @throws UnreadableFile */
export function decryptFile(stored: Buffer, context: string): Buffer {
  try {
    const id = fileKeyId(stored);
    if (id === undefined) throw new Error('A stored file is not encrypted');
    const iv = BEGINNING.length + 1 + Buffer.byteLength(id);
    const tag = iv + IV_BYTES;
    const data = tag + TAG.authTagLength;
    const parts = {
      iv: stored.subarray(iv, tag),
      tag: stored.subarray(tag, data),
      data: stored.subarray(data),
    };
    return decrypt({ id, ...parts }, context);
  } catch (cause) {
    throw new UnreadableFile((cause as Error).message, { cause });
  }
}

const derived = new Map<string, Buffer>();

/** A key of its own for a purpose, and the id of the first field key, from which it is derived. */
export function derivedKey(purpose: string): FieldKey {
  const { id, key: first } = keyById();
  const name = `${first.toString('base64')} ${purpose}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', first, '', `partnerdesk ${purpose}`, 32));
  derived.set(name, key);
  return { id, key };
}

/** All but the last four letters as bullets; a shorter text is bullets throughout. Each is whole: see ofText of the calls. */
export function maskNumber(text: string): string {
  const letters = [...text];
  const shown = letters.length > 4 ? letters.slice(-4) : [];
  return '•'.repeat(letters.length - shown.length) + shown.join('');
}
