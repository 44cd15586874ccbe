import { getField } from '../bson/raw';
import type { CollectionInfo } from '../store/catalog';
import type { Range } from '../store/overlay';
import { idLengthIn, idPart } from '../store/records';
import type { Snapshot, Store } from '../store/store';
import type { KeyRange, Plan } from './planner';

/** A walk along a plan that can be left and taken up again later from another snapshot. */
export class Scan {
  private range: number;
  private last: Buffer | undefined;
  private key: Buffer = Buffer.alloc(0);
  private readonly seen: Set<string> | undefined;

  constructor(
    private readonly store: Store,
    private readonly info: CollectionInfo,
    private readonly plan: Plan,
    /** A document is read before the next one is asked for: its memory may be used again. */
    private readonly transient = false,
    /** So many of what the plan finds are passed over unread; only where it `holdsExactly` what is asked for. */
    private toSkip = 0,
  ) {
    this.range = plan.reverse ? plan.ranges.length - 1 : 0;
    // A document with several keys is to come once.
    this.seen = plan.index.multikey ? new Set() : undefined;
  }

  /** The candidates from where the walk stood: their documents, still to be matched. */
  *run(snapshot?: Snapshot): Generator<Buffer> {
    const { ranges, reverse, index } = this.plan;
    const documents = index.tree === this.info.tree;
    let found = false;
    for (; this.range >= 0 && this.range < ranges.length; this.range += reverse ? -1 : 1) {
      if (!found && !this.last && !reverse) this.skipEmpty(snapshot);
      const range = ranges[this.range];
      if (!range) return;
      if (this.toSkip > 0) {
        const held = this.store.count(range, snapshot);
        if (held <= this.toSkip) {
          this.toSkip -= held;
          continue;
        }
      }
      if (range.single) yield* this.one(range, documents, snapshot);
      else if (documents) yield* this.documents(range, snapshot);
      else yield* this.entries(range, index.unique, snapshot);
      found = this.last !== undefined;
      this.last = undefined;
    }
  }

  /** The entries of an index that is not unique, range by range. @param reverse each range from its end */
  *entryRanges(snapshot: Snapshot, reverse: boolean): Generator<Iterable<Buffer>> {
    for (; ; this.range++) {
      this.skipEmpty(snapshot);
      const range = this.plan.ranges[this.range];
      if (!range) return;
      yield this.store.keys(reverse ? reversed(range) : range, snapshot);
    }
  }

  documentOf(entry: Buffer, snapshot: Snapshot | undefined): Buffer | undefined {
    const end = entry.length - 2;
    return this.fetch(entry, end - idLengthIn(entry), end, snapshot);
  }

  /** Goes on to the range in which, or after which, the next key of the index lies: all before it are empty. */
  private skipEmpty(snapshot: Snapshot | undefined): void {
    const { ranges } = this.plan;
    const first = ranges[this.range];
    if (!first || first.single || this.range + 1 === ranges.length) return;
    let next: Buffer | undefined;
    for (const key of this.store.keys({ start: first.start, end: ranges.at(-1)!.end }, snapshot)) {
      next = key;
      break;
    }
    let [low, high] = [this.range, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (next && next.compare(ranges[middle]!.end) < 0) high = middle;
      else low = middle + 1;
    }
    this.range = low;
  }

  private span(range: KeyRange) {
    const { start, end } = range;
    const offset = this.toSkip;
    this.toSkip = 0;
    if (this.plan.reverse) return { ...reversed({ start, end: this.last ?? end }), offset };
    return this.last ? { start: this.last, end, exclusiveStart: true } : { start, end, offset };
  }

  private *one(range: KeyRange, documents: boolean, snapshot: Snapshot | undefined): Generator<Buffer> {
    if (this.last) return;
    this.last = range.start;
    const found = this.store.get(range.start, snapshot);
    const doc = documents || !found ? found : this.fetch(found, 0, found.length, snapshot);
    if (doc) yield doc;
  }

  private *documents(range: KeyRange, snapshot: Snapshot | undefined): Generator<Buffer> {
    for (const { key, value } of this.store.entries(this.span(range), snapshot)) {
      this.last = key;
      yield value;
    }
  }

  private *entries(range: KeyRange, unique: boolean, snapshot: Snapshot | undefined): Generator<Buffer> {
    if (unique) {
      for (const { key, value } of this.store.entries(this.span(range), snapshot)) {
        this.last = key;
        const doc = this.fetch(value, 0, value.length, snapshot);
        if (doc) yield doc;
      }
      return;
    }
    for (const key of this.store.keys(this.span(range), snapshot)) {
      this.last = key;
      const doc = this.documentOf(key, snapshot);
      if (doc) yield doc;
    }
  }

  /** The document whose id part lies in `from`. */
  private fetch(
    from: Buffer,
    start: number,
    end: number,
    snapshot: Snapshot | undefined,
  ): Buffer | undefined {
    if (this.seen) {
      const text = from.toString('latin1', start, end);
      if (this.seen.has(text)) return undefined;
      this.seen.add(text);
    }
    // One buffer serves all keys of a length: this runs once a document.
    if (this.key.length !== 4 + end - start) {
      this.key = Buffer.allocUnsafe(4 + end - start);
      this.key.writeUInt32BE(this.info.tree);
    }
    from.copy(this.key, 4, start, end);
    return this.transient && snapshot
      ? this.store.view(this.key, snapshot)
      : this.store.get(this.key, snapshot);
  }
}

const reversed = ({ start, end }: KeyRange): Range => ({
  start: end,
  end: start,
  reverse: true,
  exclusiveStart: true,
  inclusiveEnd: true,
});

/** The key part of a document that a scan brought up. */
export const idOf = (doc: Buffer): Buffer => idPart(getField(doc, '_id'));
