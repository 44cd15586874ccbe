import fs from 'node:fs';
import path from 'node:path';
import { type Database, open, type Transaction } from 'lmdb';
import { asMongoError, MongoError } from '../errors';

/** How long the steps of one transaction may take before it is committed and others get their turn, ms. */
const BATCH_MS = 15;

interface Job {
  step: () => unknown;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export interface Range {
  start: Buffer;
  /** Excluded. */
  end: Buffer;
  reverse?: boolean;
  /** Leave out `start` itself. */
  exclusiveStart?: boolean;
}

/** A state of the data that stays as it is until `done`. */
export type Snapshot = Transaction;

/**
 * Ordered keys and values on disk. Writes are steps that run one after another; the steps that wait are committed together
 * and synced to disk before any of them is acknowledged.
 */
export class Store {
  private readonly db: Database<Buffer, Buffer>;
  private readonly queue: Job[] = [];
  private running: Promise<void> | undefined;
  /** Called after a transaction was committed (true) or given up (false), before its steps are answered. */
  onSettled: (committed: boolean) => void = () => {};

  constructor(dataDir: string) {
    fs.mkdirSync(dataDir, { recursive: true });
    this.db = open<Buffer, Buffer>({
      path: path.join(dataDir, 'data.mdb'),
      encoding: 'binary',
      keyEncoding: 'binary',
      // A commit is acknowledged once it is on disk, not before: the other mode leaves that for later.
      overlappingSync: false,
      maxReaders: 2000,
    });
  }

  /** Reads within a step see what the step wrote; elsewhere the last commit, or the snapshot. */
  get(key: Buffer, transaction?: Snapshot): Buffer | undefined {
    return this.db.get(key, transaction && { transaction });
  }

  entries(range: Range, transaction?: Snapshot): Iterable<{ key: Buffer; value: Buffer }> {
    return this.db.getRange({ ...range, ...(transaction && { transaction }) });
  }

  keys(range: Range, transaction?: Snapshot): Iterable<Buffer> {
    return this.db.getKeys({ ...range, ...(transaction && { transaction }) });
  }

  count(range: Range, transaction?: Snapshot): number {
    return this.db.getKeysCount({ ...range, ...(transaction && { transaction }) });
  }

  snapshot(): Snapshot {
    return this.db.useReadTransaction();
  }

  /** Only within a step. */
  put(key: Buffer, value: Buffer): void {
    this.db.put(key, value);
  }

  /** Only within a step. */
  remove(key: Buffer): void {
    this.db.remove(key);
  }

  /**
   * Runs `step` within a transaction and resolves with its result once that is on disk. A step that throws a MongoError
   * must not have written yet; any other error gives up the whole transaction.
   */
  write<R>(step: () => R): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.queue.push({ step, resolve: resolve as (value: never) => void, reject });
      this.running ??= this.run();
    });
  }

  private async run(): Promise<void> {
    // What comes in with the same turn shares the transaction.
    await new Promise(setImmediate);
    while (this.queue.length > 0) await this.commitBatch();
    this.running = undefined;
  }

  private async commitBatch(): Promise<void> {
    const answers: (() => void)[] = [];
    const done: Job[] = [];
    try {
      await this.db.childTransaction(() => {
        const end = performance.now() + BATCH_MS;
        do {
          const job = this.queue.shift()!;
          done.push(job);
          try {
            const result = job.step();
            answers.push(() => job.resolve(result as never));
          } catch (error) {
            if (!(error instanceof MongoError)) throw error;
            answers.push(() => job.reject(error));
          }
        } while (this.queue.length > 0 && performance.now() < end);
      });
    } catch (error) {
      this.onSettled(false);
      for (const job of done) job.reject(asMongoError(error));
      return;
    }
    this.onSettled(true);
    // Readers of this turn would otherwise still see the state before.
    (this.db as unknown as { resetReadTxn(): void }).resetReadTxn();
    for (const answer of answers) answer();
  }

  async close(): Promise<void> {
    while (this.running) await this.running;
    await this.db.close();
  }
}
