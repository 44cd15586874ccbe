import { randomBytes } from 'node:crypto';
import { fail } from '../errors';

/** MongoDB's limit for the documents of one reply with the framing of their array, bytes; what surrounds them comes on top. */
const BATCH_BYTES = 16 * 1024 * 1024;
const FIRST_BATCH = 101;

/** The documents of one reply: at least one, and no more than a reply may hold. */
export class Batch {
  readonly docs: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly count = Number.POSITIVE_INFINITY) {}

  /** False if the document does not fit; it is then the first of the next batch. */
  add(doc: Buffer): boolean {
    const at = this.docs.length;
    // In a BSON array each document follows its type, its position in digits and a zero.
    this.bytes += doc.length + String(at).length + 2;
    if (at >= this.count || (at > 0 && this.bytes > BATCH_BYTES)) return false;
    this.docs.push(doc);
    return true;
  }
}

/** Documents that are handed out in batches. */
export interface Stream {
  /** Fills a batch; `done` afterwards shows whether there are more. */
  fill(batch: Batch): Promise<void>;
  readonly done: boolean;
}

export class ListStream implements Stream {
  private at = 0;

  constructor(private readonly docs: readonly Buffer[]) {}

  get done(): boolean {
    return this.at >= this.docs.length;
  }

  async fill(batch: Batch): Promise<void> {
    while (!this.done && batch.add(this.docs[this.at]!)) this.at++;
  }
}

interface Cursor {
  ns: string;
  stream: Stream;
  usedAt: number;
  busy: boolean;
}

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
    const batch = new Batch(batchSize ?? FIRST_BATCH);
    if (batchSize !== 0) await stream.fill(batch);
    let id = 0n;
    if (!stream.done && !single) {
      id = (randomBytes(8).readBigUInt64LE() >> 2n) + 1n;
      this.open.set(id, { ns, stream, usedAt: this.now(), busy: false });
    }
    return { cursor: { firstBatch: batch.docs, id, ns }, ok: 1 };
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
      const batch = new Batch(batchSize || undefined);
      await cursor.stream.fill(batch);
      cursor.usedAt = this.now();
      if (cursor.stream.done) this.open.delete(id);
      return { cursor: { nextBatch: batch.docs, id: cursor.stream.done ? 0n : id, ns }, ok: 1 };
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
