import { entriesOf, getField, type Val } from '../bson/raw';
import { type Doc, encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { eachMatch, planQuery, type Query } from '../plan/find';
import { idOf, Scan } from '../plan/scan';
import { type Condition, compileFilter, matches } from '../query/matcher';
import { Sorter, sortPattern } from '../query/sort';
import type { CollectionInfo } from '../store/catalog';
import { storable } from '../update/storable';
import { applyUpdate, compileUpdate, type Update } from '../update/update';
import { upsertSeed } from '../update/upsert';
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

/** Candidates that are looked at within a write; where there are more they are looked for beforehand, in turns. */
const MAX_CANDIDATES = 1000;

/** One update or delete statement: finds its documents and changes them. */
export class Mutation {
  readonly multi: boolean;
  private readonly conditions: readonly Condition[];
  private readonly query: Query;
  private readonly update: Update | undefined;

  constructor(
    private readonly command: Command,
    private readonly target: Target,
  ) {
    const { filter, sort, multi, update } = target;
    this.multi = multi;
    this.conditions = compileFilter(filter);
    this.query = {
      conditions: this.conditions,
      ...(sort && entriesOf(sort).length > 0 && { sort: sortPattern(sort) }),
    };
    this.update = update && compileUpdate(update);
    if (multi && this.update && 'replacement' in this.update)
      fail('FailedToParse', 'multi update is not supported for replacement-style update');
  }

  /**
   * Within a step: does everything at once, or answers undefined, having written nothing, if that would take looking at
   * more than `budget` documents.
   */
  attempt(budget = MAX_CANDIDATES): Changes | undefined {
    const { engine, ns } = this.command;
    const info = engine.catalog.current(ns);
    const found: Buffer[] = [];
    if (info) {
      const choice = planQuery(info, this.query);
      const sorter = choice.sorted ? undefined : new Sorter(this.query.sort!, this.multi ? undefined : 1);
      let looked = 0;
      for (const doc of new Scan(engine.store, info, choice).run()) {
        if (++looked > budget) return undefined;
        if (!matches(this.conditions, doc)) continue;
        if (sorter) sorter.add(doc);
        else {
          found.push(doc);
          if (!this.multi) break;
        }
      }
      if (sorter) found.push(...sorter.sorted());
    }
    if (found.length === 0) return this.target.upsert ? this.insertNew(info) : { matched: 0, modified: 0 };
    const changes: Changes = { matched: 0, modified: 0 };
    for (const doc of found) this.change(info!, doc, changes);
    return changes;
  }

  /** Within a step: the state of the collection, to be compared by `withoutMatch`. */
  mark(): string {
    const { engine, ns } = this.command;
    const info = engine.catalog.current(ns);
    return info ? engine.records.markOf(info) : '';
  }

  /** Within a step, where no candidate was found since `mark`: inserts, unless what came since then has to be looked at. */
  withoutMatch(mark: string): Changes | undefined {
    if (!this.target.upsert) return { matched: 0, modified: 0 };
    const { engine, ns } = this.command;
    return this.mark() === mark ? this.insertNew(engine.catalog.current(ns)) : undefined;
  }

  /** Finds the documents beforehand, in turns with others, from a snapshot. */
  async candidates(): Promise<Buffer[]> {
    const { engine, ns } = this.command;
    const info = engine.catalog.find(ns);
    if (!info) return [];
    const choice = planQuery(info, this.query);
    const sorter = choice.sorted ? undefined : new Sorter(this.query.sort!, this.multi ? undefined : 1);
    const ids: Buffer[] = [];
    await eachMatch(engine, info, choice, this.conditions, (doc) => {
      if (sorter) sorter.add(doc);
      else ids.push(idOf(doc));
      return this.multi || sorter !== undefined;
    });
    return sorter ? sorter.sorted().map(idOf) : ids;
  }

  /** Within a step: changes one candidate, if it still matches. */
  changeCandidate(id: Buffer): Changes {
    const { engine, ns } = this.command;
    const changes: Changes = { matched: 0, modified: 0 };
    const info = engine.catalog.current(ns);
    const doc = info && engine.records.get(info, id);
    if (doc && matches(this.conditions, doc)) this.change(info, doc, changes);
    return changes;
  }

  private change(info: CollectionInfo, before: Buffer, changes: Changes): void {
    const { records } = this.command.engine;
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
