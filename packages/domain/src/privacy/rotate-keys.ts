import { type HiddenNumber, PAID_KINDS, type PaidKind } from '@partnerdesk/contracts';
import mongoose, { type Schema } from 'mongoose';
import {
  ACCOUNT_KIND_INFO,
  identityContext,
  KeptIdentityModel,
  numberContext,
  rehashAccounts,
} from '../accounts';
import { catchUpLedger, forgetFieldKeys } from '../ledger';
import {
  folderOf,
  type Picture,
  PictureModel,
  pictureKey,
  removeFilesIfRemoved,
  thumbnailKey,
} from '../moderation';
import {
  findResultRun,
  openResultRuns,
  PayrollModel,
  type PayrollRecord,
  payrollNumberContext,
} from '../payroll';
import {
  type AnyModel,
  collectionOf,
  decryptField,
  type EncryptingStorage,
  encryptField,
  fieldKeyId,
  keyById,
  mailContext,
  sha256,
} from '../platform';
import { postbackContext } from '../promotion';

type Document = mongoose.mongo.BSON.Document;

interface EncryptedField {
  model: AnyModel;
  /** Its path; ends in `Encrypted`. */
  field: string;
  contextOf: (document: Document) => string;
}

/** How the ciphertexts of a collection are bound to where they are stored. */
const CONTEXTS: Record<string, (document: Document, field: string) => string> = {
  ...Object.fromEntries(
    PAID_KINDS.map((kind) => [ACCOUNT_KIND_INFO[kind].model.collection.collectionName, contextsOf(kind)]),
  ),
  administrators: ({ adminID }) => `administrator:${adminID}:totp`,
  mails: ({ _id }) => mailContext(String(_id)),
  keptIdentities: ({ _id }) => identityContext(String(_id)),
  postbacks: ({ _id }) => postbackContext(Number(_id)),
  payrolls: (document) => payrollNumberContext(document as PayrollRecord),
};

function contextsOf(kind: PaidKind): (typeof CONTEXTS)[string] {
  const { idField } = ACCOUNT_KIND_INFO[kind];
  return ({ [idField]: id }, field) =>
    field.startsWith('secondFactor.')
      ? `${kind}:${id}:totp`
      : numberContext(kind, Number(id), field.replace(/Encrypted$/, '') as HiddenNumber);
}

/** The paths of a schema, those of the documents in it included. */
function pathsOf(schema: Schema): string[] {
  return Object.entries(schema.paths).flatMap(([path, type]) => {
    const inner = type.instance === 'Embedded' && (type as { schema?: Schema }).schema;
    return inner ? pathsOf(inner).map((each) => `${path}.${each}`) : [path];
  });
}

/**
 * Every encrypted field: all paths that end in `Encrypted`, and those of models whose schemas list none.
 * @throws Error for a field whose collection has no context here, so that none is forgotten
 */
export function encryptedFields(): EncryptedField[] {
  const found: [AnyModel, string][] = [
    [PayrollModel, 'achAccountNumberEncrypted'],
    [KeptIdentityModel, 'identityEncrypted'],
  ];
  for (const model of Object.values(mongoose.models)) {
    for (const path of pathsOf(model.schema)) {
      if (path.endsWith('Encrypted')) found.push([model, path]);
    }
  }
  return found.map(([model, field]) => {
    const contextOf = CONTEXTS[model.collection.collectionName];
    if (!contextOf) throw new Error(`${model.modelName}.${field} is encrypted, but has no context`);
    return { model, field, contextOf: (document) => contextOf(document, field) };
  });
}

export interface KeyRotation {
  /** The key under which everything is now, unless `unreadable` names it. */
  keyID: string;
  /** Values and files that were encrypted again. */
  fields: number;
  files: number;
  /** What stayed as it was, since no configured key reads it. */
  unreadable: string[];
}

/** Values that are read at once, and pictures. */
const BATCH = 200;
const PICTURES = 100;
/** Values that servers write under the old key meanwhile are found by the next pass; so many at most. */
const PASSES = 10;

/**
 * Encrypts every encrypted field, picture and file of results that waits under the first field key, and hashes accounts again
 * with the key derived from it, while the system runs. Safe to repeat. @param onProgress receives how many are done so far
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
async function* rotateField({ model, field, contextOf }: EncryptedField): AsyncGenerator<true | string> {
  const collection = collectionOf(model);
  const documents = collection.find({ [field]: { $gt: '' } }, { batchSize: BATCH });
  const current = keyById().id;
  for await (const document of documents.sort({ _id: 1 })) {
    const { _id } = document;
    const old = String(field.split('.').reduce((value, name) => value?.[name], document));
    if (fieldKeyId(old) === current) continue;
    let text: string;
    try {
      text = decryptField(old, contextOf(document));
    } catch (error) {
      yield `${collection.collectionName} ${_id} ${field}: ${(error as Error).message}`;
      continue;
    }
    // The journal knows a payment's account by the digest of what was stored first (payrollNumberContext).
    const achAccountNumberSha256 = document.achAccountNumberSha256 ?? sha256(old);
    const first = model === PayrollModel && { achAccountNumberSha256 };
    const set = { [field]: encryptField(text, contextOf({ ...document, ...first })), ...first };
    // Only in place of the value that was read: what somebody saved since is newer.
    const { modifiedCount } = await collection.updateOne({ _id, [field]: old }, { $set: set });
    if (modifiedCount > 0) yield true;
  }
}

/**
 * Encrypts the files of all pictures under the first field key. One that is done carries the key's id: the next run skips it.
 * Yields as rotateField, for each file.
 */
async function* rotatePictures(storage: EncryptingStorage): AsyncGenerator<true | string> {
  const fileKeyID = keyById().id;
  for (let after = 0; ; ) {
    const pictures = await PictureModel.find({ photoID: { $gt: after } })
      .sort({ photoID: 1 })
      .limit(PICTURES)
      .select({ photoID: 1, type: 1, photo: 1, stage: 1, fileKeyID: 1 })
      .lean<Picture[]>();
    for (const picture of pictures) {
      after = picture.photoID;
      if (picture.fileKeyID === fileKeyID) continue;
      const outcomes = await rotatePicture(storage, picture);
      yield* outcomes;
      const isWhole = picture.stage !== 'received' && outcomes.every((outcome) => outcome === true);
      if (isWhole) await PictureModel.updateOne({ photoID: after }, { $set: { fileKeyID } });
    }
    if (pictures.length < PICTURES) return;
  }
}

async function rotatePicture(
  storage: EncryptingStorage,
  { photoID, type, photo }: Picture,
): Promise<(true | string)[]> {
  // Not asked for: to who may not list a bucket, it answers 403 for what is gone.
  if (await removeFilesIfRemoved(storage, photoID)) return [];
  const key = pictureKey(folderOf(type), photo);
  const own = await rotateFile(storage, key);
  const thumbnail = await rotateFile(storage, thumbnailKey(folderOf(type), photo));
  // Deleted while it was written: not brought back.
  const isRemoved = await removeFilesIfRemoved(storage, photoID);
  // In the servers' storage every other picture has its file: what another storage lacks is not done.
  const outcome = own === null && !isRemoved ? `file ${key}: is not in this storage` : own;
  return [outcome, thumbnail].filter((each) => each !== undefined && each !== null);
}

/** As rotatePictures, for files of results that wait or are being read: the old key may go while the worker is behind. */
async function* rotateResultFiles(storage: EncryptingStorage): AsyncGenerator<true | string> {
  for (const runID of await openResultRuns()) {
    const run = await findResultRun(runID);
    const outcome = run && (await rotateFile(storage, run.file));
    if (!outcome) continue;
    yield outcome;
    // Read to its end while it was written: not brought back.
    if (!(await findResultRun(runID))?.activeKey) await storage.remove(run.file);
  }
}

/** @returns true: encrypted again; a text: why it cannot be read; undefined: it was under the first key before; null: it is gone */
async function rotateFile(
  storage: EncryptingStorage,
  key: string,
): Promise<true | string | undefined | null> {
  try {
    if ((await storage.keyIdOf(key)) === keyById().id) return undefined;
    const bytes = await storage.get(key);
    if (!bytes) return null;
    await storage.put(key, bytes);
    return true;
  } catch (error) {
    return `file ${key}: ${(error as Error).message}`;
  }
}
