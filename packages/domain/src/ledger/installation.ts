import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { type FieldKey, StartError } from '@partnerdesk/node';
import { AuditModel, auditDigest, type ChainDigest, domainConfig, plainModel, upsert } from '../platform';
import { catchUpLedger } from './journal';
import { JournalModel } from './ledger.models';

/** What holds for an installation as long as it has events. `timeZone`: IANA name. */
type Installation = { _id: 'installation'; timeZone: string };
const InstallationModel = plainModel<Installation>('Installation', 'installation', String);

/** What distinguishes an installation from others, from its first start on. */
const IdentityModel = plainModel<{ _id: 'identity'; installationID: string }>('Identity', 'identity', String);

export async function installationID(): Promise<string> {
  await upsert(IdentityModel, { _id: 'identity' }, { $setOnInsert: { installationID: randomUUID() } });
  return (await IdentityModel.findById('identity').orFail().lean()).installationID;
}

/** The zone that this process made sure of, by the database that it did so for. */
let fixed: { timeZone: string; database: string } | undefined;

/** Stores the business time zone with the first event (docs/RULES.md, Days, money, ids). @throws StartError: it is another */
export async function fixTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const database = InstallationModel.db.name;
  if (fixed?.timeZone === timeZone && fixed.database === database) return;
  await upsert(InstallationModel, { _id: 'installation' }, { $setOnInsert: { timeZone } });
  await checkTimeZoneOrThrow();
  fixed = { timeZone, database };
}

/** Checks the time zone against that of the installation's events, at the start of every process. @throws StartError */
export async function checkTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const stored = await InstallationModel.findById('installation').lean();
  if (!stored || stored.timeZone === timeZone) return;
  throw new StartError(
    `BUSINESS_TIMEZONE is ${timeZone}, but the days of this installation's events are those of ${stored.timeZone}. ` +
      `Set BUSINESS_TIMEZONE=${stored.timeZone}. To change the zone, import the people and events into a new, empty database under the new one.`,
  );
}

/** By which keys the installation's data was written: by the setting's name a digest of each, by its id. */
type WrittenKeys = { _id: 'FIELD_KEYS' | 'PROOF_KEY'; keys: Record<string, string> };
const WrittenKeysModel = plainModel<WrittenKeys>('WrittenKeys', 'writtenKeys', String);

const digestOf = ({ key }: FieldKey) =>
  createHmac('sha256', key).update('partnerdesk key').digest('hex').slice(0, 32);

/**
 * Checks at the start of every process that it has every key by which the data was written, and notes the one by which it
 * will be: with others it could read nothing, and would sign what nobody can verify. @throws StartError
 */
export async function checkKeysOrThrow(): Promise<void> {
  const { fieldKeys, proofKeys } = domainConfig();
  await checkOrThrow('FIELD_KEYS', fieldKeys);
  await checkOrThrow('PROOF_KEY', proofKeys);
}

async function checkOrThrow(name: WrittenKeys['_id'], keys: readonly FieldKey[]): Promise<void> {
  const [first] = keys;
  if (!first) return;
  const written = (await WrittenKeysModel.findById(name).lean())?.keys ?? {};
  for (const [id, digest] of Object.entries(written)) {
    const own = keys.find((each) => each.id === id);
    if (!own)
      throw new StartError(`${name} lacks the key ${id}, by which data of this installation was written.`);
    if (digestOf(own) !== digest)
      throw new StartError(
        `${name}: the key ${id} is another one than data of this installation was written by.`,
      );
  }
  if (written[first.id]) return;
  await upsert(WrittenKeysModel, { _id: name }, { $set: { [`keys.${first.id}`]: digestOf(first) } });
}

/** Nothing is written by other field keys any more (keys:rotate). */
export async function forgetFieldKeys(except: string): Promise<void> {
  const written = await WrittenKeysModel.findById('FIELD_KEYS').lean();
  const others = Object.keys(written?.keys ?? {}).filter((id) => id !== except);
  const $unset = Object.fromEntries(others.map((id) => [`keys.${id}`, '']));
  if (others.length > 0) await WrittenKeysModel.updateOne({ _id: 'FIELD_KEYS' }, { $unset });
}

/** The digest of the journal as it is now, every record applied. @throws JournalBroken */
export async function journalDigest(): Promise<ChainDigest> {
  const number = await catchUpLedger();
  const record = await JournalModel.findById(number, { hash: 1 }).lean();
  return { number, ...(record?.hash && { hash: record.hash }) };
}

/** How far the journal and the audit log were at a moment, kept where the database's owner can't change it. */
export type Anchor = { at: string; journal: ChainDigest; auditLog: ChainDigest };

/** How far they are now, every record applied. @throws JournalBroken */
export async function takeAnchor(): Promise<Anchor> {
  const journal = await journalDigest();
  return { at: new Date().toISOString(), journal, auditLog: await auditDigest() };
}

/** What the database does not show any more of what an anchor names; undefined: it shows all of it. */
export async function missingOf({ at, journal, auditLog }: Anchor): Promise<string | undefined> {
  const [record, line] = await Promise.all([
    JournalModel.findById(journal.number, { hash: 1 }).lean(),
    AuditModel.findById(`entry:${auditLog.number}`, { hash: 1 }).lean(),
  ]);
  const since = `since the digest of ${at}`;
  if (record?.hash !== journal.hash)
    return `journal record ${journal.number} is ${record ? 'another one' : 'missing'} ${since}`;
  if ((line?.hash ?? undefined) !== auditLog.hash)
    return `line ${auditLog.number} of the audit log is ${line ? 'another one' : 'missing'} ${since}`;
  return undefined;
}

/** The last anchor of PROOF_FILE; undefined: there is none. A line that a full disk cut short is none. */
export const lastAnchor = (file: string): Anchor | undefined =>
  textOf(file).split('\n').flatMap(anchorOf).at(-1);

/** Appends an anchor to PROOF_FILE, a line each; made with the first one. */
export async function appendAnchor(file: string, anchor: Anchor): Promise<void> {
  const isCutShort = /[^\n]$/.test(textOf(file));
  await appendFile(file, `${isCutShort ? '\n' : ''}${JSON.stringify(anchor)}\n`, { mode: 0o600 });
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function anchorOf(line: string): Anchor[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** At the start of every process: a database that was restored, or is stale, is written to by nobody. @throws StartError */
export async function checkAnchorOrThrow(): Promise<void> {
  const { proofFile } = domainConfig();
  const anchor = proofFile && lastAnchor(proofFile);
  const missing = anchor && (await missingOf(anchor));
  if (missing)
    throw new StartError(
      `The database shows an older state than ${proofFile}: ${missing}. Nothing is stored. See docs/RUNBOOK.md, "An older state".`,
    );
}
