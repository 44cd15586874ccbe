import type mongoose from 'mongoose';
import { rehashAccounts } from '../accounts';
import { catchUpLedger, forgetFieldKeys } from '../ledger';
import {
  collectionOf,
  decryptField,
  type EncryptingStorage,
  encryptField,
  fieldKeyId,
  keyById,
  sha256,
} from '../platform';
import { type EncryptedField, encryptedFields } from './encrypted-fields';
import { rotatePictures, rotateResultFiles } from './rotate-files';

type Document = mongoose.mongo.BSON.Document;

/** What a rotation came to. */
export interface KeyRotation {
  /** The key under which everything is now, unless `unreadable` names it. */
  keyID: string;
  /** Values and files that were encrypted again. */
  fields: number;
  files: number;
  /** What stayed as it was, since no configured key reads it. */
  unreadable: string[];
}

const BATCH = 200;
/** Values that servers write under the old key meanwhile are found by the next pass; so many at most. */
const PASSES = 10;

/**
 * Encrypts every encrypted field, every picture and every file of results that waits under the first field key, and hashes
 * accounts again with the key derived from it, while the system runs. A value that somebody changes meanwhile stays as they
 * saved it. Safe to repeat; a second run skips what is done.
 * @param onProgress receives how many values and files were encrypted again so far
 */
export async function rotateKeys(
  storage: EncryptingStorage,
  onProgress: (done: number) => void = () => {},
): Promise<KeyRotation> {
  const rotation: KeyRotation = { keyID: keyById().id, fields: 0, files: 0, unreadable: [] };
  const note = (outcome: true | string, done: 'fields' | 'files') => {
    if (typeof outcome === 'string') rotation.unreadable.push(outcome);
    else rotation[done] += 1;
    onProgress(rotation.fields + rotation.files);
  };
  for (let pass = 1; pass <= PASSES; pass += 1) {
    rotation.unreadable = [];
    // What a dead process left in the journal is stored as it is there, under the key of then.
    await catchUpLedger();
    const before = rotation.fields;
    for (const field of encryptedFields())
      for await (const outcome of rotateField(field)) note(outcome, 'fields');
    if (rotation.fields === before) break;
  }
  await rehashAccounts();
  for (const rotate of [rotatePictures, rotateResultFiles])
    for await (const outcome of rotate(storage)) note(outcome, 'files');
  if (rotation.unreadable.length === 0) await forgetFieldKeys(rotation.keyID);
  return rotation;
}

/** Yields true for each value that was encrypted again, a text for each that could not be read. */
async function* rotateField(encrypted: EncryptedField): AsyncGenerator<true | string> {
  const { model, field, needs } = encrypted;
  const collection = collectionOf(model);
  const projection = Object.fromEntries(['_id', field, ...needs].map((name) => [name, 1]));
  const documents = collection.find({ [field]: { $gt: '' } }, { projection, batchSize: BATCH });
  const current = keyById().id;
  for await (const document of documents.sort({ _id: 1 })) {
    const old = String(field.split('.').reduce((value, name) => value?.[name], document));
    if (fieldKeyId(old) === current) continue;
    const set = encryptedAgain(encrypted, document, old);
    if (typeof set === 'string') yield `${collection.collectionName} ${document._id} ${field}: ${set}`;
    // Only in place of the value that was read: what somebody saved since is newer.
    else if ((await collection.updateOne({ _id: document._id, [field]: old }, { $set: set })).modifiedCount)
      yield true;
  }
}

/** What is set in place of the old value; a text: why it cannot be read. */
function encryptedAgain(
  { model, field, contextOf }: EncryptedField,
  document: Document,
  old: string,
): Document | string {
  let text: string;
  try {
    text = decryptField(old, contextOf(document));
  } catch (error) {
    return (error as Error).message;
  }
  if (model.collection.collectionName !== 'payrolls')
    return { [field]: encryptField(text, contextOf(document)) };
  // The journal knows a payment's account by the digest of what was stored first (payrollNumberContext).
  const achAccountNumberSha256 = document.achAccountNumberSha256 ?? sha256(old);
  const context = contextOf({ ...document, achAccountNumberSha256 });
  return { [field]: encryptField(text, context), achAccountNumberSha256 };
}
