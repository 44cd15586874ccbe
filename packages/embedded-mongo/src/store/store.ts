/* One file of keys and values: its transactions, the snapshots beside them, and what of both is on disk. */
import fs from 'node:fs';
import path from 'node:path';
import { type Database, open, type Transaction } from 'lmdb';
import { asMongoError, MongoError } from '../errors';
import { diskRefusal, highestByte, Reserve, type Usage } from './disk';
import { merged, Overlay, type Range, type Row } from './overlay';
import { nextTurn, SLICE_MS } from './turns';

/** A transaction is written when no step is left for it, or when it is this old (ms) or this large (bytes). */
const HOLD_MS = 40;
const FULL_BYTES = 8 * 1024 * 1024;

/** Room for 2,000 readers and more. */
const LOCK_FILE_BYTES = 132 * 1024;

const NOTHING = Buffer.alloc(0);

/** What a step returns that is to be called again for its next part, after the steps of others. */
export const MORE = Symbol('more');

interface Job {
  step: () => unknown;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** Steps whose changes reach the disk together. */
class Batch {
  readonly changes = new Overlay();
  readonly jobs = new Set<Job>();
  readonly answers: (() => void)[] = [];
  private since = 0;

  join(job: Job): void {
    if (this.jobs.size === 0) this.since = performance.now();
    this.jobs.add(job);
  }

  isFull(): boolean {
    return this.changes.bytes > FULL_BYTES || performance.now() - this.since > HOLD_MS;
  }
}

/** Keys as they are. LMDB's own way makes a buffer that is not of Node's pool, which takes longer than all else of a step. */
const KEYS = {
  writeKey(key: Buffer, target: Buffer, start: number): number {
    target.set(key, start);
    return start + key.length;
  },
  readKey(source: Buffer, start: number, end: number): Buffer {
    const key = Buffer.allocUnsafe(end - start);
    source.copy(key, 0, start, end);
    return key;
  },
};

const openFile = (file: string, readOnly: boolean): Database<Buffer, Buffer> =>
  open<Buffer, Buffer>({
    path: file,
    encoding: 'binary',
    keyEncoder: KEYS,
    // A commit is acknowledged once it is on disk, not before: the other mode leaves that for later.
    overlappingSync: false,
    // Transactions are gathered here; gathered by lmdb a failed one would be a rejection that nobody sees.
    eventTurnBatching: false,
    maxReaders: 2000,
    readOnly,
  });

/** A hole in the file by which readers agree would end the process (SIGBUS) when a full disk has no block to fill it. */
function reserveLockFile(file: string): void {
  if (fs.existsSync(file)) return;
  try {
    fs.writeFileSync(file, Buffer.alloc(LOCK_FILE_BYTES));
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  }
}

/** The error of a commit that LMDB could not finish; what made it fail comes as a promise that is rejected. */
async function causeOf(error: unknown): Promise<MongoError> {
  const { commitError } = error as { commitError?: Promise<never> };
  const cause: unknown = await commitError?.catch((reason) => reason);
  return new MongoError(
    'OutOfDiskSpace',
    `The disk takes no writes until a restart: ${((cause ?? error) as Error).message}`,
  );
}

/** What the declarations of LMDB leave out. */
interface FastReads {
  getBinaryFast(key: Buffer, options: { transaction: Transaction }): Buffer | undefined;
}

/** A state of the data that stays as it is until `done`. */
export type Snapshot = Transaction;

/**
 * Ordered keys and values on disk. Writes are steps that run one after another and see each other's changes at once; the
 * changes are written by a thread of LMDB, many steps in one transaction, and synced to disk before any of these steps is
 * acknowledged. While one transaction is written, the steps of the next already run.
 */
export class Store {
  private readonly db: Database<Buffer, Buffer>;
  private queue: Job[] = [];
  private scheduled = false;
  private open = new Batch();
  private flying: Batch | undefined;
  /** An error that is no answer to a step: nothing runs until what flies has landed and the rest is given up. */
  private broken: { error: unknown } | undefined;
  private stepping = false;
  /** Called when a transaction is complete and on its way to disk. */
  onSealed: () => void = () => {};
  /** Called after it was committed (true), or it and all steps since were given up (false), before they are answered. */
  onSettled: (committed: boolean) => void = () => {};

  /** Called before steps run: throws while nothing may be written. */
  mayWrite: () => void = () => {};
  /** Set for good when the disk is read-only, or LMDB has failed in the midst of a transaction. */
  private onlyReads: MongoError | undefined;
  private readonly reserve: Reserve;
  private silentUntil = 0;

  /** Opens the folder's data, which a read-only disk must hold already: it then serves reads as long as this process runs. */
  constructor(dataDir: string) {
    const file = path.join(dataDir, 'data.mdb');
    this.reserve = new Reserve(file);
    try {
      reserveLockFile(`${file}-lock`);
      this.db = openFile(file, false);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EROFS' && !/read-only/i.test(String(error))) throw error;
      this.db = openFile(file, true);
      this.onlyReads = diskRefusal({ code: 'EROFS', message: 'it was read-only at the start' });
    }
  }

  /** Reads within a step see what all steps wrote; elsewhere the last commit, or the snapshot. */
  get(key: Buffer, transaction?: Snapshot): Buffer | undefined {
    if (this.stepping && !transaction && this.hasChanges()) {
      const name = key.toString('latin1');
      const row = this.open.changes.get(name) ?? this.flying?.changes.get(name);
      if (row) return row.value;
    }
    return this.db.get(key, transaction && { transaction });
  }

  /** As get with a snapshot, in memory that the next read of anything overwrites; bytes of earlier reads may follow. */
  view(key: Buffer, transaction: Snapshot): Buffer | undefined {
    return (this.db as unknown as FastReads).getBinaryFast(key, { transaction });
  }

  entries(range: Range, transaction?: Snapshot): Iterable<{ key: Buffer; value: Buffer }> {
    if (this.stepping && !transaction && this.hasChanges()) return this.changedEntries(range);
    return this.db.getRange({ ...range, ...(transaction && { transaction }) });
  }

  keys(range: Range, transaction?: Snapshot): Iterable<Buffer> {
    if (this.stepping && !transaction && this.hasChanges()) return this.changedKeys(range);
    return this.db.getKeys({ ...range, ...(transaction && { transaction }) });
  }

  private hasChanges(): boolean {
    return this.open.changes.size > 0 || this.flying !== undefined;
  }

  private *changedEntries(range: Range): Generator<{ key: Buffer; value: Buffer }> {
    let rows: Iterator<Row> = this.db.getRange(range)[Symbol.iterator]();
    if (this.flying) rows = merged(this.flying.changes.rows(range), rows, range.reverse);
    for (const { key, value } of merged(this.open.changes.rows(range), rows, range.reverse))
      if (value) yield { key, value };
  }

  private *changedKeys(range: Range): Generator<Buffer> {
    for (const { key } of this.changedEntries(range)) yield key;
  }

  count(range: Range, transaction?: Snapshot): number {
    return this.db.getKeysCount({ ...range, ...(transaction && { transaction }) });
  }

  snapshot(): Snapshot {
    return this.db.useReadTransaction();
  }

  /** Only within a step. A function makes the value when the transaction is complete. */
  put(key: Buffer, value: Buffer | (() => Buffer)): void {
    this.open.changes.set(key, value);
  }

  /** Only within a step. */
  remove(key: Buffer): void {
    this.open.changes.set(key, undefined);
  }

  /** The same for a key without a value that is read by ranges only, never by `get`. */
  putEntry(key: Buffer): void {
    this.open.changes.append(key, NOTHING);
  }

  removeEntry(key: Buffer): void {
    this.open.changes.append(key, undefined);
  }

  /**
   * Runs `step`, again as long as it returns MORE, and resolves with its result once all it wrote is on disk. A step that
   * throws a MongoError must not have written since it was called; any other error gives up the whole transaction.
   */
  write<R>(step: () => R): Promise<Exclude<R, typeof MORE>> {
    return new Promise((resolve, reject) => {
      this.queue.push({ step, resolve: resolve as (value: never) => void, reject });
      this.schedule();
    });
  }

  /** What comes in with the same turn shares the transaction. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    void nextTurn().then(() => {
      this.scheduled = false;
      this.work();
    });
  }

  private work(): void {
    if (this.broken === undefined)
      try {
        if (this.queue.length > 0) this.checkWritable();
        this.runSteps();
      } catch (error) {
        this.broken = { error };
      }
    if (this.flying) {
      if (this.queue.length > 0 && !this.broken && this.open.changes.bytes < FULL_BYTES) this.schedule();
    } else if (this.broken) this.giveUp(this.broken.error);
    else if (this.open.jobs.size > 0 && (this.queue.length === 0 || this.open.isFull())) this.seal();
    else if (this.queue.length > 0) this.schedule();
  }

  private checkWritable(): void {
    if (this.onlyReads) throw this.onlyReads;
    this.mayWrite();
  }

  /** Runs steps for the time of a turn. Throws what is not a MongoError. */
  private runSteps(): void {
    const end = performance.now() + SLICE_MS;
    this.stepping = true;
    try {
      while (this.queue.length > 0 && performance.now() < end) {
        const job = this.queue.shift()!;
        this.open.join(job);
        try {
          const result = job.step();
          if (result === MORE) this.queue.push(job);
          else this.open.answers.push(() => job.resolve(result as never));
        } catch (error) {
          if (!(error instanceof MongoError)) throw error;
          this.open.answers.push(() => job.reject(error));
        }
      }
    } finally {
      this.stepping = false;
    }
  }

  /** Sends the open transaction on its way to disk. */
  private seal(): void {
    this.flying = this.open;
    this.flying.changes.seal();
    this.open = new Batch();
    this.onSealed();
    this.commit(this.flying).then(
      () => this.landed(),
      (error) => this.giveUp(error),
    );
    this.schedule();
  }

  private async commit({ changes }: Batch): Promise<void> {
    if (changes.size === 0) return;
    await this.reserve.upTo(highestByte(this.db.getStats() as Usage, changes.size, changes.bytes));
    try {
      await this.db.batch(() => {
        changes.forEach((key, value) => {
          if (value) this.db.put(key, value);
          else this.db.remove(key);
        });
      });
    } catch (error) {
      this.onlyReads = await causeOf(error);
      throw this.onlyReads;
    }
    // Readers of this turn would otherwise still see the state before.
    (this.db as unknown as { resetReadTxn(): void }).resetReadTxn();
  }

  private landed(): void {
    const { answers } = this.flying!;
    this.flying = undefined;
    this.onSettled(true);
    for (const answer of answers) answer();
    this.schedule();
  }

  /** Forgets everything that is not on disk: what flies, what has built upon it and, if none can be written, what waits. */
  private giveUp(error: unknown): void {
    const refusal = error instanceof MongoError ? error : diskRefusal(error);
    if (refusal) this.logRefusal(refusal);
    const jobs = new Set([...(this.flying?.jobs ?? []), ...this.open.jobs, ...(refusal ? this.queue : [])]);
    this.flying = undefined;
    this.broken = undefined;
    this.open = new Batch();
    this.queue = this.queue.filter((job) => !jobs.has(job));
    this.onSettled(false);
    for (const job of jobs) job.reject(refusal ?? asMongoError(error));
    this.schedule();
  }

  /** One line a minute in the log, however many writes are refused. */
  private logRefusal({ message }: Error): void {
    if (performance.now() < this.silentUntil) return;
    this.silentUntil = performance.now() + 60_000;
    process.stderr.write(`embedded-mongo: writes are refused, reads go on: ${message}\n`);
  }

  /** What the data takes on disk at most, without the space that is only reserved. */
  usedBytes(): number {
    const { lastPageNumber, pageSize } = this.db.getStats() as Usage;
    return (lastPageNumber + 1) * pageSize;
  }

  /** Copies the last commit into a new file, in a thread of its own. */
  copyTo(file: string): Promise<void> {
    return this.db.backup(file, true);
  }

  async close(): Promise<void> {
    while (this.queue.length > 0 || this.open.jobs.size > 0 || this.flying) await nextTurn();
    await this.db.close();
  }
}
