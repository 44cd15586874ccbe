import { randomUUID } from 'node:crypto';
import { canonicalJson, GENESIS, sha256 } from '../canonical-json';
import { isDuplicateKey } from '../duplicate-key';
import { type AuditEntry, type AuditLine, AuditModel, auditLineOf } from './audit.model';

/*
 * Lines of the audit log that no record of the journal writes are a chain of their own (docs/RULES.md, Proof): each has
 * a number, and the hash of the line before. The number is in the id, so it can be taken once: that makes one order of
 * all servers' lines, and a line is one write, before which or after which a process may die.
 */

/** Of a line in the chain. */
export interface ChainedLine extends Omit<AuditLine, 'seq' | 'writer' | 'prev' | 'hash' | 'older'> {
  /** 1, 2, 3 … without a gap. */
  seq: number;
  /** By which a process recognizes its own line. */
  writer: string;
  prev: string;
  hash: string;
  /** In the first line: lines of versions without the chain, and the SHA-256 over them. */
  older?: { lines: number; sha256: string };
}

/** How far the chain is, and the hash that stands for all of it. number 0: it has no line. */
export interface AuditDigest {
  number: number;
  hash?: string;
}

const idOf = (seq: number) => `entry:${seq}`;
/** Lines that are written at once. */
const BATCH = 100;

interface Waiting {
  entry: AuditEntry;
  at: Date;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const waiting: Waiting[] = [];
let writing = false;

/**
 * Writes one line, after all that other servers have written. Await it before answering: what could not be recorded must
 * not look done.
 */
export function writeAudit(entry: AuditEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push({ entry, at: new Date(), resolve, reject });
    if (!writing) void writeWaiting();
  });
}

async function writeWaiting(): Promise<void> {
  writing = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, BATCH);
    try {
      const written = await appendLines(batch);
      for (const { resolve } of batch.slice(0, written)) resolve();
      // Another server took the number of the next one.
      waiting.unshift(...batch.slice(written));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  writing = false;
}

/** @returns how many of them are written, from the first on */
async function appendLines(batch: readonly Waiting[]): Promise<number> {
  const last = await lastLine();
  const older = last ? undefined : await digestOfOlder();
  const writer = randomUUID();
  const lines: ChainedLine[] = [];
  for (const [index, { entry, at }] of batch.entries()) {
    const seq = (last?.seq ?? 0) + index + 1;
    const link = { seq, writer, prev: lines.at(-1)?.hash ?? last?.hash ?? GENESIS };
    const line = { ...auditLineOf(idOf(seq), at, entry), ...link, ...(index === 0 && older && { older }) };
    lines.push({ ...line, hash: sha256(canonicalJson(line)) });
  }
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

async function lastLine(): Promise<ChainedLine | undefined> {
  const [last] = await AuditModel.find({ seq: { $gt: 0 } })
    .sort({ seq: -1 })
    .limit(1)
    .lean<ChainedLine[]>();
  return last;
}

/** Lines of versions without the chain, in the order of their ids; nothing where there are none. */
async function digestOfOlder(): Promise<ChainedLine['older']> {
  const hashes: string[] = [];
  const cursor = AuditModel.find({ $or: [{ _id: { $lt: 'journal:' } }, { _id: { $gte: 'journal;' } }] })
    .sort({ _id: 1 })
    .lean()
    .cursor();
  for await (const line of cursor) hashes.push(sha256(canonicalJson(line)));
  return hashes.length > 0 ? { lines: hashes.length, sha256: sha256(hashes.join('\n')) } : undefined;
}

/** The digest of the chain as it is now. */
export async function auditDigest(): Promise<AuditDigest> {
  const last = await lastLine();
  return last ? { number: last.seq, hash: last.hash } : { number: 0 };
}
