import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ALGORITHM, keyById, TAG } from './field-encryption';

/** How an encrypted file begins; no picture format does. */
const BEGINNING = Buffer.from('PDESKF1\0', 'latin1');
const IV_BYTES = 12;

/**
 * Encrypts a file as encryptField does a text: under the first field key, readable where `context` says only.
 * Shape: beginning, length of the key id (1 byte), key id, iv, tag, ciphertext.
 */
export function encryptFile(bytes: Buffer, context: string): Buffer {
  const { id, key } = keyById();
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG).setAAD(Buffer.from(context));
  const data = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const keyID = Buffer.from(id);
  return Buffer.concat([BEGINNING, Buffer.from([keyID.length]), keyID, iv, cipher.getAuthTag(), data]);
}

/** The id of the key that a file is encrypted under; undefined: it is not encrypted. */
export function fileKeyId(stored: Buffer): string | undefined {
  if (!stored.subarray(0, BEGINNING.length).equals(BEGINNING)) return undefined;
  const start = BEGINNING.length + 1;
  return stored.toString('utf8', start, start + (stored[BEGINNING.length] ?? 0));
}

/** A file that no key reads: it is not encrypted, its key is unknown, or it was changed or moved. */
export class UnreadableFile extends Error {}

/** The bytes of a file. @throws UnreadableFile */
export function decryptFile(stored: Buffer, context: string): Buffer {
  try {
    return decrypt(stored, context);
  } catch (cause) {
    throw new UnreadableFile((cause as Error).message, { cause });
  }
}

function decrypt(stored: Buffer, context: string): Buffer {
  const id = fileKeyId(stored);
  if (id === undefined) throw new Error('A stored file is not encrypted');
  const iv = BEGINNING.length + 1 + Buffer.byteLength(id);
  const tag = iv + IV_BYTES;
  const data = tag + TAG.authTagLength;
  const decipher = createDecipheriv(ALGORITHM, keyById(id).key, stored.subarray(iv, tag), TAG)
    .setAAD(Buffer.from(context))
    .setAuthTag(stored.subarray(tag, data));
  return Buffer.concat([decipher.update(stored.subarray(data)), decipher.final()]);
}
