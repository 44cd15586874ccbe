import { getField, numberOf, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { join, shorten, treeRange } from '../store/records';
import type { Store } from '../store/store';

const SESSION_TREE = 1;
const TIMEOUT_MS = 30 * 60 * 1000;

/** What a retryable write has done so far: how many of its statements, and the state its reply is made of. */
export interface Progress {
  next: number;
  state: Buffer;
}

/** The last retryable write of each session, stored in the transaction of the write itself. */
export class Sessions {
  private readonly tails = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  private keyOf(lsid: Val): Buffer {
    return join(SESSION_TREE, shorten(lsid.bytes()));
  }

  /** One write after another within a session: a retry must find the result of the attempt it repeats. */
  async inTurn<R>(lsid: Val, work: () => Promise<R>): Promise<R> {
    const key = lsid.bytes().toString('latin1');
    const before = this.tails.get(key);
    const run = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.tails.set(key, run);
    try {
      return await run;
    } finally {
      if (this.tails.get(key) === run) this.tails.delete(key);
    }
  }

  /** What this very write has done before, if it is a retry. Throws TransactionTooOld for one that was overtaken. */
  find(lsid: Val, txnNumber: bigint): Progress | undefined {
    const record = this.store.get(this.keyOf(lsid));
    if (!record) return undefined;
    const stored = getField(record, 'txnNumber')!;
    const last = stored.buf.readBigInt64LE(stored.start);
    if (last > txnNumber)
      fail(
        'TransactionTooOld',
        `Retryable write with txnNumber ${txnNumber} is prohibited on session because a newer retryable write with txnNumber ${last} has already started on this session.`,
      );
    if (last < txnNumber) return undefined;
    return {
      next: numberOf(getField(record, 'next')!),
      state: Buffer.from(getField(record, 'state')!.bytes()),
    };
  }

  /** Belongs into the step that did the write. The progress is read when its transaction is complete. */
  save(lsid: Val, txnNumber: bigint, progress: () => Progress): void {
    this.store.put(this.keyOf(lsid), () => {
      const { next, state } = progress();
      return encodeDoc({ txnNumber, next, state, at: this.now() });
    });
  }

  private forget(keys: readonly Buffer[]): Promise<void> {
    return this.store.write(() => {
      for (const key of keys) this.store.remove(key);
    });
  }

  /** Forgets ended sessions. */
  async end(lsids: readonly Val[]): Promise<void> {
    const keys = lsids.map((lsid) => this.keyOf(lsid)).filter((key) => this.store.get(key));
    if (keys.length > 0) await this.forget(keys);
  }

  /** Forgets sessions that were not used for thirty minutes. */
  async expire(): Promise<void> {
    const old: Buffer[] = [];
    for (const { key, value } of this.store.entries(treeRange(SESSION_TREE)))
      if (this.now() - numberOf(getField(value, 'at')!) > TIMEOUT_MS) old.push(key);
    if (old.length > 0) await this.forget(old);
  }
}
