import {
  type AccountKind,
  type FraudRule,
  HIDDEN_NUMBERS,
  type HiddenNumber,
  isPaidKind,
} from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { clearNumber, findAccountOrThrow, numberContext, REVEALED, readKeptIdentity } from '../accounts';
import { folderOf, openPhotoId, type Picture, PictureModel, pictureKey } from '../moderation';
import {
  type AnyModel,
  type By,
  collectionOf,
  type EncryptingStorage,
  type Storage,
  UnreadableFile,
  writeAudit,
} from '../platform';
import { findPersonOrThrow, PERSONAL_DATA_SOURCES, type Person } from './personal-data-sources';

/**
 * Who reads an export: the person, the office, or a moderator, who alone gets the files of pictures. Accounts take emails
 * that nobody has verified, so people get for themselves only what names them by id, and nothing of the office's people.
 */
export type ExportReader = 'person' | 'office' | 'moderator';

export interface PersonalRecord {
  /** The name of its source (personal-data-sources.ts). */
  what: string;
  /** Its fields as stored, without secrets; numbers in clear. */
  data: Record<string, unknown>;
  /** Of pictures whose file exists and may be seen: its name, and the JPEG. */
  picture?: { name: string; bytes: Buffer };
  /** Of pictures that may be seen and whose file no key reads any more: its name. */
  unreadable?: string;
}
type PictureFile = Pick<PersonalRecord, 'picture' | 'unreadable'>;

/**
 * Everything that is stored about a person, document by document; the access is in the audit log before the first one
 * (docs/RULES.md, Personal data). Memory grows with the ids of mails, messages and audit lines. @throws AppError not_found
 */
export async function exportPerson(
  storage: Storage,
  { kind, id }: Pick<Person, 'kind' | 'id'>,
  reader: ExportReader,
  by: By,
): Promise<AsyncGenerator<PersonalRecord>> {
  const person = await findPersonOrThrow(kind, id);
  const subject = { type: kind, id };
  await writeAudit({ ...by, action: 'personal-data.exported', subject });
  if (by.actor.kind === 'administrator')
    for (const field of await hiddenNumbersOf(kind, id))
      await writeAudit({ ...by, action: REVEALED[field], subject });
  return recordsOf(storage, reader === 'person' ? { ...person, unsharedEmails: [] } : person, reader, by);
}

/** The numbers that an export of a person has in clear and that are hidden elsewhere. @throws AppError not_found */
export async function hiddenNumbersOf(kind: AccountKind, id: number): Promise<HiddenNumber[]> {
  const account = { ...(await findAccountOrThrow(kind, id)) } as Record<string, unknown>;
  const stored = HIDDEN_NUMBERS.filter((field) => account[`${field}Encrypted`]);
  const kept = await readKeptIdentity(`${kind}:${id}`);
  return kept?.taxID ? [...stored, 'taxID'] : stored;
}

async function* recordsOf(
  storage: Storage,
  person: Person,
  reader: ExportReader,
  by: By,
): AsyncGenerator<PersonalRecord> {
  for (const { name, model, where } of PERSONAL_DATA_SOURCES) {
    for await (const document of documentsOf(model, where(person))) {
      const stored = withoutOthers(name, await storedFields(person, name, document));
      const data = reader === 'person' ? forPerson(person, name, stored) : stored;
      const mayOpen = name === 'picture' && reader === 'moderator';
      const file = mayOpen && (await openFile(storage, document as Picture, by));
      yield { what: name, data, ...file };
    }
  }
}

/** What meets one of these queries, once. Each goes by its own index. */
async function* documentsOf(model: AnyModel, queries: object[]): AsyncGenerator<mongo.Document> {
  const seen = new Set<unknown>();
  for (const query of queries) {
    for await (const document of collectionOf(model).find(query)) {
      const id = String(document._id);
      if (seen.has(id)) continue;
      if (queries.length > 1) seen.add(id);
      yield document;
    }
  }
}

/** The file of a picture; that a photo id was opened is in the audit log before. */
async function openFile(storage: Storage, { type, photo, stage }: Picture, by: By): Promise<PictureFile> {
  if (stage === 'removing' || stage === 'removed') return {};
  try {
    const bytes = await storage.get(pictureKey(folderOf(type), photo));
    if (!bytes) return {};
    await openPhotoId(photo, by);
    return { picture: { name: photo, bytes } };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: photo };
    throw error;
  }
}

/** An export as NDJSON, pictures as base64 in their line, or with the name of the file that no key reads. */
export async function* ndjsonOf(records: AsyncIterable<PersonalRecord>): AsyncGenerator<string> {
  for await (const { what, data, picture, unreadable } of records) {
    const jpeg = picture && { file: picture.name, jpeg: picture.bytes.toString('base64') };
    yield `${JSON.stringify({ what, ...data, ...jpeg, unreadable })}\n`;
  }
}

/**
 * Whether a storage has the file of any picture of a person who has some. The servers' has; in another one an export lacks
 * all of them, and an erasure leaves them where they are. @throws AppError not_found
 */
export async function hasFilesOf(
  storage: EncryptingStorage,
  kind: AccountKind,
  id: number,
): Promise<boolean> {
  const { photoIDs } = await findPersonOrThrow(kind, id);
  const found = await PictureModel.find({ photoID: { $in: photoIDs } }).lean<Picture[]>();
  const pictures = found.filter(({ stage }) => stage !== 'removing' && stage !== 'removed');
  for (const { type, photo } of pictures)
    if ((await storage.keyIdOf(pictureKey(folderOf(type), photo))) !== null) return true;
  return pictures.length === 0;
}

type Fields = Record<string, unknown>;

/** Keep people out, or are derived, and say nothing about the person. */
const LEFT_OUT = new Set([
  ...['_id', 'passwordHash', 'secondFactor', 'sessionVersion', 'keysVersion', 'key', 'review', 'auditOutbox'],
  ...['emailKey', 'nameKey', 'surnameKey', 'sharedNameKey', 'usernameKey', 'achKey', 'payPalKey'],
  ...['hash', 'hashBands', 'near', 'uploadKey'],
  ...['seals', 'seal', 'accountSeal', 'payment', 'salt', 'salts', 'digests', 'prev', 'writer'],
]);
/** Who of the office did something, by which request, and what it should look at before it pays. */
const OF_OFFICE = new Set([
  ...['by', 'createdBy', 'approvedBy', 'reviewedBy', 'decidedBy', 'withdrawnBy', 'requestId'],
  ...['accountShared', 'accountReturned', 'openSignals'],
]);
/** What says why the office looks at the person, and where others called from. */
const NOT_FOR_PERSON: Record<string, readonly string[]> = {
  fraudSignal: ['reason', 'note'],
  failedSignIns: ['address'],
};
/** Their reasons name another payee. */
const NAMING_OTHERS: readonly unknown[] = ['own-sign-ups', 'shared-account'] satisfies FraudRule[];

async function storedFields({ kind, id }: Person, what: string, document: Fields): Promise<Fields> {
  if (what === 'keptIdentity') return { ...(await readKeptIdentity(`${kind}:${id}`)) };
  // Of a page of payroll, this person's rows only.
  if (what === 'payrollRow')
    return { rows: (document.rows as { personID?: number }[]).filter(({ personID }) => personID === id) };
  const data: Fields = {};
  for (const [name, value] of Object.entries(document)) {
    if (LEFT_OUT.has(name) || value === '' || value === null) continue;
    if (!name.endsWith('Encrypted')) data[name] = value;
    else if (what === kind && isPaidKind(kind)) {
      const field = name.replace(/Encrypted$/, '') as HiddenNumber;
      const number = clearNumber(String(value), numberContext(kind, id, field));
      data[field] = number ?? 'cannot be read: its key is lost';
    }
  }
  return data;
}

/** Without what is another payee's: nobody gets that by asking about this one. */
function withoutOthers(what: string, data: Fields): Fields {
  if (what === 'fraudSignal' && NAMING_OTHERS.includes(data.rule)) return without(data, new Set(['reason']));
  // Its `signal` is the reason.
  return isReview(what, data) ? { ...data, after: without(data.after, new Set(['signal'])) } : data;
}

const isReview = (what: string, data: Fields) =>
  what === 'auditLine' && data.action === 'fraud-signal.reviewed';

function forPerson({ kind, id }: Person, what: string, data: Fields): Fields {
  const own = without(data, OF_OFFICE) as Fields;
  for (const name of NOT_FOR_PERSON[what] ?? []) delete own[name];
  // Where the office gets its mail.
  if (what === 'mail' && own.kind === 'contact') delete own.to;
  if (what !== 'auditLine') return own;
  const actor = own.actor as { kind?: string; id?: number };
  if (actor.kind !== kind || actor.id !== id) {
    own.actor = { kind: actor.kind };
    delete own.address;
  }
  if (isReview(what, own)) delete own.after;
  return own;
}

/** A stored value without fields of these names, at whatever depth. */
function without<Value>(value: Value, names: ReadonlySet<string>): Value {
  if (Array.isArray(value)) return value.map((each) => without(each, names)) as Value;
  if (value === null || typeof value !== 'object' || value.constructor !== Object) return value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each, names)])) as Value;
}
