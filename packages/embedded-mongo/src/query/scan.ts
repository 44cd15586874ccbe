import { getField } from '../bson/raw';
import type { CollectionInfo } from '../store/catalog';
import { idOfEntry, idPart, join } from '../store/records';
import type { Snapshot, Store } from '../store/store';
import type { KeyRange, Plan } from './planner';

/** A walk along a plan that can be left and taken up again later from another snapshot. */
export class Scan {
  private range: number;
  private last: Buffer | undefined;
  private readonly seen: Set<string> | undefined;

  constructor(
    private readonly store: Store,
    private readonly info: CollectionInfo,
    private readonly plan: Plan,
  ) {
    this.range = plan.reverse ? plan.ranges.length - 1 : 0;
    // A document with several keys is to come once.
    this.seen = plan.index.multikey ? new Set() : undefined;
  }

  /** The candidates from where the walk stood: their documents, still to be matched. */
  *run(snapshot?: Snapshot): Generator<Buffer> {
    const { ranges, reverse, index } = this.plan;
    const documents = index.tree === this.info.tree;
    for (; this.range >= 0 && this.range < ranges.length; this.range += reverse ? -1 : 1) {
      const range = ranges[this.range]!;
      if (range.single) yield* this.one(range, documents, snapshot);
      else if (documents) yield* this.documents(range, snapshot);
      else yield* this.entries(range, index.unique, snapshot);
      this.last = undefined;
    }
  }

  private span(range: KeyRange) {
    const { start, end } = range;
    if (this.plan.reverse)
      return { start: this.last ?? end, end: start, reverse: true, exclusiveStart: true, inclusiveEnd: true };
    return this.last ? { start: this.last, end, exclusiveStart: true } : { start, end };
  }

  private *one(range: KeyRange, documents: boolean, snapshot: Snapshot | undefined): Generator<Buffer> {
    if (this.last) return;
    this.last = range.start;
    const found = this.store.get(range.start, snapshot);
    const doc = documents || !found ? found : this.fetch(found, snapshot);
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
        const doc = this.fetch(value, snapshot);
        if (doc) yield doc;
      }
      return;
    }
    for (const key of this.store.keys(this.span(range), snapshot)) {
      this.last = key;
      const doc = this.fetch(idOfEntry(key), snapshot);
      if (doc) yield doc;
    }
  }

  private fetch(id: Buffer, snapshot: Snapshot | undefined): Buffer | undefined {
    if (this.seen) {
      const text = id.toString('latin1');
      if (this.seen.has(text)) return undefined;
      this.seen.add(text);
    }
    return this.store.get(join(this.info.tree, id), snapshot);
  }
}

/** The key part of a document that a scan brought up. */
export const idOf = (doc: Buffer): Buffer => idPart(getField(doc, '_id'));
