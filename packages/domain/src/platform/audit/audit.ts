import { randomBytes, randomUUID } from 'node:crypto';
import type { AuditAction, AuditSubject, SignInKind } from '@partnerdesk/contracts';
import { Batches } from '@partnerdesk/node';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { canonicalJson, GENESIS, sha256 } from '../canonical-json';
import { isDuplicateKey } from '../collections';
import { signatureOf, signingKeyID } from '../crypto/seals';

export interface Actor {
  kind: SignInKind | 'administrator' | 'visitor' | 'system';
  id: number;
  emailAddress: string;
}

/** Of commands and jobs. */
export const SYSTEM_ACTOR: Actor = { kind: 'system', id: 0, emailAddress: '' };
/** Of somebody who is not signed in. */
export const VISITOR: Actor = { kind: 'visitor', id: 0, emailAddress: '' };

/** A line of the audit log (docs/RULES.md, Accounts and access "Audit log"). Written once; only texts about an erased person go. */
const auditSchema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actor: {
      kind: { type: String, required: true },
      id: { type: Number, required: true },
      emailAddress: { type: String, default: '' },
    },
    /** Past tense, e.g. `affiliate.updated`, `account-number.revealed`. */
    action: { type: String, required: true },
    subject: {
      type: { type: String, required: true },
      id: { type: String, required: true },
    },
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    requestId: String,
    address: String,
    /** Of two lines with the same key one is written. */
    key: String,
    /** Seals of what the change left, by part (docs/RULES.md, Proof "Seals"). */
    seals: Schema.Types.Mixed,
    /** Digests of the texts that may be erased, and their salts. */
    digests: Schema.Types.Mixed,
    salts: Schema.Types.Mixed,
    /** The line that records on whose behalf texts of this one were erased. */
    erasedBy: String,
    /** Of a line that no record of the journal writes. */
    seq: Number,
    writer: String,
    prev: String,
    keyID: String,
    hash: String,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'auditLog' },
)
  .index({ seq: 1 }, { partialFilterExpression: { seq: { $gt: 0 } } })
  .index({ key: 1 }, { partialFilterExpression: { key: { $exists: true } } })
  .index({ at: -1 })
  .index({ 'subject.type': 1, 'subject.id': 1, at: -1 })
  .index({ 'actor.emailAddress': 1, at: -1 })
  .index({ 'actor.kind': 1, 'actor.id': 1 })
  .index({ action: 1, at: -1 });

export type AuditLine = InferSchemaType<typeof auditSchema>;
export const AuditModel = model('AuditLine', auditSchema);

export interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  subject: { type: AuditSubject; id: string | number };
  /** Only what changed; no tax id or account number but masked (docs/RULES.md, Accounts and access). */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  requestId?: string;
  address?: string;
  key?: string;
  seals?: Partial<Record<string, string>>;
}

export function auditLineOf(id: string, at: Date, entry: AuditEntry): AuditLine {
  return { ...entry, _id: id, at, subject: { type: entry.subject.type, id: String(entry.subject.id) } };
}

export type By = Pick<AuditEntry, 'actor' | 'requestId' | 'address'>;
/** What is said of a change besides who made it and whose record it is. */
export type ChangeEntry = Omit<AuditEntry, keyof By | 'subject' | 'key'>;

/*
 * The audit log's lines that no record of the journal writes are a chain of their own (docs/RULES.md, Proof). The number is
 * in the id, so it can be taken once: that makes one order of all servers' lines.
 */

/** `seq`: 1, 2, 3 … without a gap. */
export type ChainedLine = AuditLine & { seq: number } & Record<'writer' | 'prev' | 'keyID' | 'hash', string>;

/** How far a chain is, and the hash that stands for all of it; number 0: it has no link. */
export type ChainDigest = { number: number; hash?: string };

const BATCH = 100;

type DatedEntry = { entry: AuditEntry; at: Date };

const waiting = new Batches<DatedEntry>(appendLines, BATCH);

/**
 * Writes one line. Await it before what it records is shown or begun; an entry about a change of a document rides in that
 * change (audit-outbox.ts).
 */
export const writeAudit = (entry: AuditEntry, at = new Date()): Promise<void> => waiting.add({ entry, at });

/** @returns how many of the batch are written, from the first on: another server may have taken the number of the next one */
async function appendLines(batch: readonly DatedEntry[]): Promise<number> {
  const last = await lastLine();
  // Whatever is written after the last line was read takes the number of the next one.
  const known = await knownKeys(batch);
  const writer = randomUUID();
  const lines: ChainedLine[] = [];
  /** For each of the batch: how many lines are written when it is done. */
  const needed: number[] = [];
  for (const { entry, at } of batch) {
    if (!entry.key || !known.has(entry.key)) {
      const seq = (last?.seq ?? 0) + lines.length + 1;
      const prev = lines.at(-1)?.hash ?? last?.hash ?? GENESIS;
      const link = { seq, writer, prev, keyID: signingKeyID() };
      const line = { ...auditLineOf(`entry:${seq}`, at, entry), ...link };
      const sealed = { ...line, ...sealOf(line) };
      lines.push({ ...sealed, hash: hashOfSealed(sealed) });
      if (entry.key) known.add(entry.key);
    }
    needed.push(lines.length);
  }
  const written = await insertLines(lines, writer);
  return needed.filter((count) => count <= written).length;
}

async function knownKeys(batch: readonly DatedEntry[]): Promise<Set<string | undefined>> {
  const keys = batch.flatMap(({ entry }) => entry.key ?? []);
  if (keys.length === 0) return new Set();
  const found = await AuditModel.find({ key: { $in: keys } }, { key: 1 }).lean();
  return new Set(found.map(({ key }) => key ?? undefined));
}

/** @returns how many, from the first on, have their number */
async function insertLines(lines: readonly ChainedLine[], writer: string): Promise<number> {
  if (lines.length === 0) return 0;
  try {
    await AuditModel.collection.insertMany(lines as never[], { ordered: true });
    return lines.length;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The driver may have repeated an insert whose answer was lost: what is ours is written.
    const ids = lines.map(({ _id }) => _id);
    return AuditModel.collection.countDocuments({ _id: { $in: ids as never[] }, writer });
  }
}

const lastLine = () =>
  AuditModel.findOne({ seq: { $gt: 0 } })
    .sort({ seq: -1 })
    .lean<ChainedLine>();

export async function auditDigest(): Promise<ChainDigest> {
  const last = await lastLine();
  return last ? { number: last.seq, hash: last.hash } : { number: 0 };
}

/*
 * What a line says about people may have to be erased, and its hash has to stay right: it covers salted digests of these
 * texts (docs/RULES.md, Proof).
 */

const PATHS = { email: 'actor.emailAddress', address: 'address', before: 'before', after: 'after' } as const;
type SealedText = keyof typeof PATHS;

type Seal = Record<'digests' | 'salts', Partial<Record<SealedText, string>>>;

function sealOf(line: Pick<AuditLine, 'actor' | 'address' | 'before' | 'after'>): Seal {
  const { actor, address, before, after } = line;
  const texts: Record<SealedText, unknown> = { email: actor?.emailAddress, address, before, after };
  const seal: Seal = { digests: {}, salts: {} };
  for (const [name, text] of Object.entries(texts) as [SealedText, unknown][]) {
    if (!text) continue;
    const salt = randomBytes(16).toString('hex');
    seal.salts[name] = salt;
    seal.digests[name] = sha256(canonicalJson([salt, text]));
  }
  return seal;
}

/** Fields that the hash does not cover: itself, the texts, and what erasing them changes. */
const NOT_HASHED = new Set(['hash', 'salts', 'erasedBy', 'address', 'before', 'after']);

/** Keyed hash of a line whose digests stand for its texts. @throws Error when this process lacks the key */
export function hashOfSealed({ actor, ...line }: Pick<AuditLine, 'actor'> & { keyID: string }): string {
  const own = Object.entries(line).filter(([name]) => !NOT_HASHED.has(name));
  const who = { kind: actor?.kind, id: actor?.id };
  const hash = signatureOf(line.keyID, canonicalJson({ ...Object.fromEntries(own), actor: who }));
  if (hash === undefined) throw new Error(`PROOF_KEY has no key ${line.keyID}`);
  return hash;
}

/**
 * Erases texts of a line that is not the journal's, whose record keeps all of it. Without its salt a digest shows nothing of
 * a text that is gone (docs/RULES.md, Proof). Safe to repeat. @param erasedBy the line that records on whose behalf
 */
export async function eraseTexts(
  line: AuditLine,
  names: readonly SealedText[],
  erasedBy: string,
): Promise<void> {
  const gone = names.flatMap((name) => [PATHS[name], `salts.${name}`]);
  await AuditModel.collection.updateOne({ _id: line._id as never }, {
    $set: { erasedBy },
    $unset: Object.fromEntries(gone.map((path) => [path, ''])),
  } as never);
}
