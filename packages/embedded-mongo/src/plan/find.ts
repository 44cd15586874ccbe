import { type Batch, ListStream, type Stream } from '../engine/cursors';
import type { Engine } from '../engine/engine';
import { type Condition, matches } from '../query/matcher';
import type { KeyPattern } from '../query/path';
import type { Projection } from '../query/projection';
import { Sorter, sortKey } from '../query/sort';
import type { CollectionInfo } from '../store/catalog';
import { Slice } from '../store/turns';
import { Entries } from './entries';
import { type Plan, plan, planByHint } from './planner';
import { Scan } from './scan';

export interface Query {
  conditions: readonly Condition[];
  sort?: KeyPattern;
  skip?: number;
  limit?: number;
  projection?: Projection;
  /** Key of the index to go by. */
  hint?: KeyPattern;
}

export const planQuery = (info: CollectionInfo, { conditions, sort, hint }: Query): Plan =>
  hint ? planByHint(info, conditions, sort, hint) : plan(info, conditions, sort);

/**
 * All documents that match, with the work spread over many turns: `each` answers false to stop.
 * @param transient `each` keeps nothing of a document: its memory is used again
 */
export async function eachMatch(
  engine: Engine,
  info: CollectionInfo,
  choice: Plan,
  conditions: readonly Condition[],
  each: (doc: Buffer) => boolean,
  transient = false,
): Promise<void> {
  const slice = new Slice();
  const snapshot = engine.store.snapshot();
  const run = new Scan(engine.store, info, choice, transient).run(snapshot);
  // What an index finds exactly needs no second look; that holds for this snapshot.
  const open = choice.exact ? [] : conditions;
  try {
    for (const doc of run) {
      if (matches(open, doc) && !each(doc)) break;
      if (slice.isOver()) await slice.pause();
    }
  } finally {
    run.return(undefined);
    snapshot.done();
  }
}

/** Streams what an index or a walk brings up already in order; between batches it holds no snapshot. */
class ScanStream implements Stream {
  done = false;
  private readonly scan: Scan;
  private toSkip: number;
  private left: number;
  private ahead: Buffer | undefined;

  constructor(
    private readonly engine: Engine,
    info: CollectionInfo,
    choice: Plan,
    private readonly query: Query,
  ) {
    const skip = query.skip ?? 0;
    const unread = holdsExactly(choice) ? skip : 0;
    this.scan = new Scan(engine.store, info, choice, false, unread);
    this.toSkip = skip - unread;
    this.left = query.limit || Number.POSITIVE_INFINITY;
  }

  async fill(batch: Batch): Promise<void> {
    const { query, engine } = this;
    const slice = new Slice();
    const snapshot = engine.store.snapshot();
    const run = this.scan.run(snapshot);
    /** What does not fit into this batch is the first of the next. */
    const take = (doc: Buffer): boolean => {
      const fits = batch.add(doc);
      if (!fits) this.ahead = doc;
      return fits;
    };
    try {
      const first = this.ahead;
      this.ahead = undefined;
      if (first) take(first);
      while (this.left > 0) {
        const { value: doc, done } = run.next();
        if (done) {
          this.left = 0;
          break;
        }
        if (matches(query.conditions, doc) && --this.toSkip < 0) {
          this.left--;
          if (!take(query.projection ? query.projection(doc) : doc)) break;
        }
        if (slice.isOver()) await slice.pause();
      }
    } finally {
      run.return(undefined);
      snapshot.done();
    }
    this.done = this.left <= 0 && !this.ahead;
  }
}

export async function find(engine: Engine, info: CollectionInfo | undefined, query: Query): Promise<Stream> {
  if (!info) return new ListStream([]);
  const choice = planQuery(info, query);
  if (choice.sorted) return new ScanStream(engine, info, choice, query);
  const sorter = new Sorter(query.sort!, query.limit ? query.limit + (query.skip ?? 0) : undefined);
  const entries = entriesToSort(info, choice, query);
  const sorted = entries
    ? await sortEntries(engine, info, choice, query, sorter, entries)
    : await sortDocuments(engine, info, choice, query, sorter);
  return new ListStream(query.projection ? sorted.map(query.projection) : sorted);
}

/** With a limit a query is sorted by the entries of its index, where they show enough: only what it answers is read. */
export const entriesToSort = (info: CollectionInfo, choice: Plan, query: Query): Entries | undefined =>
  query.limit && query.sort ? Entries.of(info, choice, query.sort) : undefined;

async function sortDocuments(
  engine: Engine,
  info: CollectionInfo,
  choice: Plan,
  { conditions, skip }: Query,
  sorter: Sorter,
): Promise<Buffer[]> {
  await eachMatch(engine, info, choice, conditions, (doc) => {
    sorter.add(doc);
    return true;
  });
  return sorter.sorted().slice(skip);
}

async function sortEntries(
  engine: Engine,
  info: CollectionInfo,
  choice: Plan,
  { conditions, sort, skip }: Query,
  sorter: Sorter,
  entries: Entries,
): Promise<Buffer[]> {
  const slice = new Slice();
  const snapshot = engine.store.snapshot();
  const scan = new Scan(engine.store, info, choice);
  const add = (entry: Buffer): void => {
    if (sorter.bound && entries.isBehind(entry, sorter.bound)) return;
    if (entries.read(entry)) {
      if (!entries.meets(entry)) return;
      const key = entries.sortKey(entry);
      if (sorter.wants(key)) sorter.addRow(Buffer.from(key), entry);
      return;
    }
    const doc = scan.documentOf(entry, snapshot);
    if (doc && matches(conditions, doc)) sorter.addRow(sortKey(doc, sort!), entry);
  };
  try {
    for (const range of scan.entryRanges(snapshot, entries.isReverse()))
      for (const entry of range) {
        add(entry);
        if (slice.isOver()) await slice.pause();
      }
    const rows = sorter.sorted().slice(skip);
    return rows.flatMap((entry) => scan.documentOf(entry, snapshot) ?? []);
  } finally {
    snapshot.done();
  }
}

/** Whether the ranges of a plan have an entry for each document that is asked for, and no other. */
const holdsExactly = ({ exact, ranges }: Plan): boolean => exact && !ranges.some(({ single }) => single);

/** How many documents a plan finds, if its index alone shows it. */
export function countInIndex(engine: Engine, choice: Plan): number | undefined {
  if (!holdsExactly(choice)) return undefined;
  return choice.ranges.reduce((sum, range) => sum + engine.store.count(range), 0);
}

/** How many documents match; from the index alone where that is enough. */
export async function count(engine: Engine, info: CollectionInfo | undefined, query: Query): Promise<number> {
  if (!info) return 0;
  const choice = planQuery(info, query);
  let total = countInIndex(engine, choice);
  if (total === undefined) {
    let counted = 0;
    await eachMatch(engine, info, choice, query.conditions, () => ++counted > 0, true);
    total = counted;
  }
  const rest = Math.max(total - (query.skip ?? 0), 0);
  return query.limit ? Math.min(rest, query.limit) : rest;
}
