/** What a key holds: bytes, nothing (removed), or bytes that are made when the transaction is complete. */
type Content = Buffer | undefined | (() => Buffer);

export interface Row {
  key: Buffer;
  /** Undefined: removed. */
  value: Buffer | undefined;
}

export interface Range {
  start: Buffer;
  /** Excluded. */
  end: Buffer;
  /** From `start` down to `end`. */
  reverse?: boolean;
  /** Leave out `start` itself. */
  exclusiveStart?: boolean;
  /** `end` belongs to it as well. */
  inclusiveEnd?: boolean;
  /** So many at its beginning are left out; in a snapshot only. */
  offset?: number;
}

const nameOf = (key: Buffer): string => key.toString('latin1');
const OVERHEAD_BYTES = 64;
/** LMDB's limit. */
const MAX_KEY_BYTES = 1978;

/** The changes of a transaction that is not on disk yet, readable by key and in the order of the keys. */
export class Overlay {
  private readonly contents = new Map<string, { key: Buffer; content: Content }>();
  /** Changes of keys that are read by ranges only: not sorted in before that happens. */
  private unsorted: Row[] = [];
  /** All names in order; kept from the first read of a range on. */
  private sorted: string[] | undefined;
  /** About what the transaction takes in memory. */
  bytes = 0;

  get size(): number {
    return this.contents.size + this.unsorted.length;
  }

  /** The same as `set` for a key that is never read by itself: cheaper. */
  append(key: Buffer, value: Buffer | undefined): void {
    this.unsorted.push({ key, value });
    this.bytes += key.length + OVERHEAD_BYTES;
  }

  set(key: Buffer, content: Content): void {
    // LMDB would refuse it in the midst of the transaction.
    if (key.length > MAX_KEY_BYTES) throw new RangeError(`A key of ${key.length} bytes is too long`);
    const name = nameOf(key);
    if (this.sorted && !this.contents.has(name)) this.sorted.splice(this.position(name), 0, name);
    this.contents.set(name, { key, content });
    this.bytes += key.length + OVERHEAD_BYTES + (Buffer.isBuffer(content) ? content.length : 0);
  }

  /** Whether this transaction has changed the key: its row, or undefined if it has not. */
  get(name: string): Row | undefined {
    const found = this.contents.get(name);
    return found && rowOf(found);
  }

  /** Where a name stands or would stand in the order. */
  private position(name: string): number {
    const names = this.names();
    let [low, high] = [0, names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (names[middle]! < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private names(): string[] {
    const appended = this.unsorted;
    this.unsorted = [];
    for (const { key, value } of appended) this.set(key, value);
    this.sorted ??= [...this.contents.keys()].sort();
    return this.sorted;
  }

  /** Makes what is still to be made: steps from now on belong to the next transaction, and change what it is made of. */
  seal(): void {
    for (const change of this.contents.values()) change.content = rowOf(change).value;
  }

  /** Calls `each` with all changes; of those of one key the last one holds. */
  forEach(each: (key: Buffer, value: Buffer | undefined) => void): void {
    for (const change of this.contents.values()) each(change.key, rowOf(change).value);
    for (const { key, value } of this.unsorted) each(key, value);
  }

  /** The changes within a range, in its direction. Nothing may be set in between. */
  *rows({ start, end, reverse, exclusiveStart, inclusiveEnd }: Range): Generator<Row> {
    if (this.size === 0) return;
    const names = this.names();
    const [from, to] = [nameOf(start), nameOf(end)];
    const step = reverse ? -1 : 1;
    let at = this.position(from);
    if (names[at] === from ? exclusiveStart : reverse) at += step;
    for (; at >= 0 && at < names.length; at += step) {
      const name = names[at]!;
      if (reverse ? name < to : name > to) return;
      if (name === to && !inclusiveEnd) return;
      yield rowOf(this.contents.get(name)!);
    }
  }
}

function rowOf({ key, content }: { key: Buffer; content: Content }): Row {
  return { key, value: typeof content === 'function' ? content() : content };
}

/** Rows in the order of their keys from two sources that have it; where both have a key, `upper` holds. */
export function* merged(upper: Iterator<Row>, lower: Iterator<Row>, reverse = false): Generator<Row> {
  let [a, b] = [upper.next(), lower.next()];
  try {
    while (!a.done || !b.done) {
      const order = a.done ? 1 : b.done ? -1 : a.value.key.compare(b.value.key) * (reverse ? -1 : 1);
      yield order <= 0 ? a.value : b.value;
      if (order <= 0) a = upper.next();
      if (order >= 0) b = lower.next();
    }
  } finally {
    upper.return?.();
    lower.return?.();
  }
}
