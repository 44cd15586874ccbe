import { type AccountKind, HIDDEN_NUMBERS, type HiddenNumber } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { findAccountOrThrow, REVEALED, readKeptIdentity } from '../accounts';
import { folderOf, openPhotoId, type Picture, pictureKey } from '../moderation';
import { type By, collectionOf, type Storage, UnreadableFile, writeAudit } from '../platform';
import { findPersonOrThrow, type Person } from './person';
import { PERSONAL_DATA_SOURCES, type PersonalDataSource } from './personal-data-sources';
import { type ExportReader, readableRecord } from './personal-record';

/** One document about a person. */
export interface PersonalRecord {
  /** What it is: the name of a holding. */
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
 * (docs/RULES.md, Personal data). Memory grows with the ids of mails, messages and audit lines alone.
 * @throws AppError not_found
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
  const fileOf = (picture: Picture) =>
    reader === 'moderator' ? openFile(storage, picture, by) : Promise.resolve({});
  return recordsOf(reader === 'person' ? { ...person, unsharedEmails: [] } : person, reader, fileOf);
}

/** The numbers that an export of a person has in clear and that are hidden elsewhere. @throws AppError not_found */
export async function hiddenNumbersOf(kind: AccountKind, id: number): Promise<HiddenNumber[]> {
  const account = { ...(await findAccountOrThrow(kind, id)) } as Record<string, unknown>;
  const stored = HIDDEN_NUMBERS.filter((field) => account[`${field}Encrypted`]);
  const kept = await readKeptIdentity(`${kind}:${id}`);
  return kept?.taxID ? [...stored, 'taxID'] : stored;
}

async function* recordsOf(
  person: Person,
  reader: ExportReader,
  fileOf: (picture: Picture) => Promise<PictureFile>,
): AsyncGenerator<PersonalRecord> {
  for (const { name, model, where } of PERSONAL_DATA_SOURCES) {
    for await (const document of documentsOf(model, where(person))) {
      const data = await readableRecord(person, name, document, reader);
      const file = name === 'picture' && (await fileOf(document as unknown as Picture));
      yield { what: name, data, ...file };
    }
  }
}

/** What meets one of these queries, once. Each goes by its own index. */
async function* documentsOf(
  model: PersonalDataSource['model'],
  queries: object[],
): AsyncGenerator<mongo.Document> {
  const seen = new Set<unknown>();
  for (const query of queries) {
    for await (const document of collectionOf(model).find(query)) {
      if (queries.length > 1) {
        const id = String(document._id);
        if (seen.has(id)) continue;
        seen.add(id);
      }
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
