import { entriesOf, getField, type Val } from '../bson/raw';
import { type Doc, encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { planQuery, type Query } from '../plan/find';
import { idOf, Scan } from '../plan/scan';
import { type Condition, compileFilter, matches } from '../query/matcher';
import { Sorter, sortPattern } from '../query/sort';
import type { CollectionInfo } from '../store/catalog';
import { MORE } from '../store/store';
import { applyUpdate, compileUpdate, type Update } from '../update/update';
import { storable, upsertSeed } from '../update/upsert';
import type { Command } from './command';

export interface Changes {
  matched: number;
  modified: number;
  upserted?: Val;
  /** Of a single change: the document before and after. */
  before?: Buffer;
  after?: Buffer;
}

interface Target {
  filter: Val | undefined;
  sort?: Val | undefined;
  multi: boolean;
  /** Without one the documents are removed. */
  update?: Val | undefined;
  upsert?: boolean;
}

/** How long one part of a mutation may take, ms. */
const PART_MS = 3;
/** Searches that others have made worthless, before the next one is done in one part. */
const MAX_TRIES = 3;

interface Search {
  /** The state of the collection when it began. */
  mark: string;
  scan: Scan | undefined;
  sorter: Sorter | undefined;
  done: boolean;
  /**
   * Key parts (latin1) of the documents of a multi mutation that are still to be changed. Each once, though others may move
   * a document from behind the search to before it.
   */
  ids: Set<string>;
  only: Buffer | undefined;
}

/** One update or delete statement: finds its documents and changes them, in parts between which others get their turn. */
export class Mutation {
  private readonly conditions: readonly Condition[];
  private readonly query: Query;
  private readonly update: Update | undefined;
  private readonly changes: Changes = { matched: 0, modified: 0 };
  private search: Search | undefined;
  private tries = 0;

  constructor(
    private readonly command: Command,
    private readonly target: Target,
  ) {
    const { filter, sort, multi, update } = target;
    this.conditions = compileFilter(filter);
    this.query = {
      conditions: this.conditions,
      ...(sort && entriesOf(sort).length > 0 && { sort: sortPattern(sort) }),
    };
    this.update = update && compileUpdate(update);
    if (multi && this.update && 'replacement' in this.update)
      fail('FailedToParse', 'multi update is not supported for replacement-style update');
  }

  /** Within a step: does the next part. MORE as long as it is not done. */
  part(): Changes | typeof MORE {
    const { engine, ns } = this.command;
    const info = engine.catalog.current(ns);
    const end = this.tries < MAX_TRIES ? performance.now() + PART_MS : Number.POSITIVE_INFINITY;
    const begun = this.search !== undefined;
    this.search ??= this.begin(info);
    const { search, changes } = this;
    if (!search.done && !this.look(search, end)) return MORE;
    if (!info || (search.ids.size === 0 && !search.only)) {
      if (!this.target.upsert || changes.matched > 0) return changes;
      // A document that came after the search had passed its place may be the one.
      return begun && search.mark !== this.mark(info) ? this.again() : this.insertNew(info);
    }
    if (search.only) {
      const doc = begun ? this.stillMatching(info, idOf(search.only)) : search.only;
      if (!doc) return this.again();
      this.change(info, doc);
      return changes;
    }
    for (const id of search.ids) {
      const doc = this.stillMatching(info, Buffer.from(id, 'latin1'));
      search.ids.delete(id);
      if (doc) this.change(info, doc);
      if (search.ids.size > 0 && performance.now() > end) return MORE;
    }
    return changes;
  }

  private mark(info: CollectionInfo | undefined): string {
    return info ? this.command.engine.records.markOf(info) : '';
  }

  private begin(info: CollectionInfo | undefined): Search {
    const choice = info && planQuery(info, this.query);
    return {
      mark: this.mark(info),
      scan: choice && new Scan(this.command.engine.store, info, choice),
      sorter: choice && !choice.sorted ? new Sorter(this.query.sort!, 1) : undefined,
      done: false,
      ids: new Set(),
      only: undefined,
    };
  }

  private again(): typeof MORE {
    this.search = undefined;
    this.tries++;
    return MORE;
  }

  /** Goes on with the search; false when its time is over before its end. */
  private look(search: Search, end: number): boolean {
    let looked = 0;
    for (const doc of search.scan?.run() ?? []) {
      if (matches(this.conditions, doc)) {
        if (search.sorter) search.sorter.add(doc);
        else if (this.target.multi) search.ids.add(idOf(doc).toString('latin1'));
        else {
          search.only = doc;
          break;
        }
      }
      if ((++looked & 31) === 0 && performance.now() > end) return false;
    }
    search.only ??= search.sorter?.sorted()[0];
    search.done = true;
    return true;
  }

  private stillMatching(info: CollectionInfo, id: Buffer): Buffer | undefined {
    const doc = this.command.engine.records.get(info, id);
    return doc && matches(this.conditions, doc) ? doc : undefined;
  }

  private change(info: CollectionInfo, before: Buffer): void {
    const { records } = this.command.engine;
    const { changes } = this;
    changes.before = before;
    if (!this.update) records.remove(info, before);
    else {
      const after = applyUpdate(before, this.update, false);
      changes.after = after;
      if (after !== before) {
        records.replace(info, before, after);
        changes.modified++;
      }
    }
    changes.matched++;
  }

  private insertNew(info: CollectionInfo | undefined): Changes {
    const { engine, ns } = this.command;
    const seed: Doc = upsertSeed(this.conditions, 'replacement' in this.update!);
    const made = applyUpdate(encodeDoc(seed), this.update!, true);
    const doc = storable(made);
    engine.records.insert(info ?? engine.catalog.create(ns), doc);
    return { matched: 0, modified: 0, upserted: getField(doc, '_id')!, after: doc };
  }
}
