import { existsSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { StartError } from '@partnerdesk/node';
import { AuditModel, auditDigest, type ChainDigest, domainConfig } from '../platform';
import { catchUpLedger } from './journal';
import { JournalModel } from './ledger.models';

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
