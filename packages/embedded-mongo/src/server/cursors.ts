import { randomBytes } from 'node:crypto';
import { fail } from '../errors';

/** Documents that are handed out in batches. */
export interface Stream {
  /** Up to `count` documents and about `bytes` bytes; `done` afterwards tells whether there are more. */
  next(count: number, bytes: number): Promise<Buffer[]>;
  readonly done: boolean;
}

export class ListStream implements Stream {
  private at = 0;

  constructor(private readonly docs: readonly Buffer[]) {}

  get done(): boolean {
    return this.at >= this.docs.length;
  }

  async next(count: number, bytes: number): Promise<Buffer[]> {
    const batch: Buffer[] = [];
    for (let size = 0; !this.done && batch.length < count; ) {
      const doc = this.docs[this.at]!;
      size += doc.length;
      if (size > bytes && batch.length > 0) break;
      batch.push(doc);
      this.at++;
    }
    return batch;
  }
}

interface Cursor {
  ns: string;
  stream: Stream;
  usedAt: number;
  busy: boolean;
}

/** Bytes of documents in one reply. */
export const BATCH_BYTES = 16 * 1024 * 1024 - 16 * 1024;
const FIRST_BATCH = 101;

/** The open cursors. */
export class Cursors {
  private readonly open = new Map<bigint, Cursor>();

  constructor(
    private readonly timeoutMs: number,
    private readonly now: () => number,
  ) {}

  get size(): number {
    return this.open.size;
  }

  /** The first batch of a stream, as a reply; what is left stays open under the id in it. */
  async first(ns: string, stream: Stream, batchSize: number | undefined, single: boolean): Promise<object> {
    const firstBatch = batchSize === 0 ? [] : await stream.next(batchSize ?? FIRST_BATCH, BATCH_BYTES);
    let id = 0n;
    if (!stream.done && !single) {
      id = (randomBytes(8).readBigUInt64LE() >> 2n) + 1n;
      this.open.set(id, { ns, stream, usedAt: this.now(), busy: false });
    }
    return { cursor: { firstBatch, id, ns }, ok: 1 };
  }

  async more(id: bigint, ns: string, batchSize: number | undefined): Promise<object> {
    const cursor = this.open.get(id);
    if (!cursor) fail('CursorNotFound', `cursor id ${id} not found`);
    if (cursor.ns !== ns)
      fail(
        13,
        `Requested getMore on namespace '${ns}', but cursor belongs to a different namespace ${cursor.ns}`,
      );
    if (cursor.busy) fail(12051, `cursor id ${id} is already in use`);
    cursor.busy = true;
    try {
      const nextBatch = await cursor.stream.next(batchSize || Number.POSITIVE_INFINITY, BATCH_BYTES);
      cursor.usedAt = this.now();
      if (cursor.stream.done) this.open.delete(id);
      return { cursor: { nextBatch, id: cursor.stream.done ? 0n : id, ns }, ok: 1 };
    } catch (error) {
      this.open.delete(id);
      throw error;
    } finally {
      cursor.busy = false;
    }
  }

  kill(ids: readonly bigint[]): object {
    const killed = ids.filter((id) => this.open.delete(id));
    const missing = ids.filter((id) => !killed.includes(id));
    return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  }

  /** Closes what nobody has used for too long. */
  expire(): void {
    for (const [id, cursor] of this.open)
      if (!cursor.busy && this.now() - cursor.usedAt > this.timeoutMs) this.open.delete(id);
  }
}
