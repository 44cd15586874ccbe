import type { PaidKind } from '@partnerdesk/contracts';
import type { Model, mongo } from 'mongoose';
import { type AnyModel, addNumbers, getOrMake } from '../platform';
import type { Figures } from './figures';
import { dayKeyOf, payeeKeyOf, sourceKeyOf } from './keys';
import {
  AttributionModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  type LedgerEntry,
  PayeeModel,
  PendingReleaseModel,
  type Source,
  type SourceIncrement,
  SourceTotalModel,
  type TotalKind,
} from './ledger.models';

type Document = mongo.BSON.Document;
type ID = string | number;

/** Sums to add to a document, made if need be, and fields to set with them; `seq` is that of the last record. */
export interface Addition {
  _id: ID;
  inc?: Record<string, number>;
  set?: Document;
  /** What else a new document holds. */
  made?: Document;
}

export interface Change {
  _id: ID;
  /** Fields as they are before: otherwise nothing is changed. */
  from?: Document;
  set: Document;
  unset?: string[];
  inc?: Record<string, number>;
  /** The field that holds the number of the record that changed it last; an older record does not change it again. */
  mark?: string;
}

/** The `open` documents between two ids, ends included, get these fields and are open no more. */
export type Closing = { from: ID; through: ID; set: Document };

interface Operations {
  /** Documents that this record alone inserts; `seq` is its number. */
  insert: Document;
  add: Addition;
  set: Change;
  close: Closing;
  /** Ids of documents that go, unless a later record has written them. */
  remove: ID;
}

/** All that one record writes, by collections' names: applying it decides nothing, so any process may do so again. */
export type Effects = { [Name in keyof Operations]?: Record<string, Operations[Name][]> };

export const nameOf = ({ collection }: AnyModel): string => collection.collectionName;

export function operationsOn<Name extends keyof Effects>(
  effects: Effects,
  operation: Name,
  model: AnyModel,
): readonly Operations[Name][] {
  return (effects[operation]?.[nameOf(model)] ?? []) as Operations[Name][];
}

export function insertedInto<T>(effects: Effects, model: Model<T>): readonly T[] {
  return operationsOn(effects, 'insert', model) as unknown as readonly T[];
}

type DayIncrement = Figures & { postedEntries?: number; postedCents?: number };

function listIn<T>(lists: Record<string, T[]>, model: AnyModel): T[] {
  lists[nameOf(model)] ??= [];
  return lists[nameOf(model)] as T[];
}

function filled<T>(lists: Record<string, T[]>): Record<string, T[]> | undefined {
  const some = Object.entries(lists).filter(([, list]) => list.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

export class EffectsBuilder {
  private readonly lists = { insert: {}, set: {}, close: {} } satisfies Effects;
  private readonly added = new Map<AnyModel, Map<Addition['_id'], Addition>>();
  readonly events = this.inserts(EventModel);
  readonly attributions = this.inserts(AttributionModel);
  private readonly entries = this.inserts(EntryModel);
  readonly released = this.changes(EventModel);
  private readonly refunded = new Map<string, Change>();
  /** Keys that are there now while events still wait for them: released by further records, a slice at a time. */
  readonly pendingReleases = new Set<string>();
  /** Keys of which nothing is left to release. */
  readonly finishedReleases = new Set<string>();

  /** Documents that the record inserts into a collection: to be pushed to. */
  inserts<T>(model: Model<T>): T[] {
    return listIn<unknown>(this.lists.insert, model) as T[];
  }

  /** What the record changes of a collection's documents: to be pushed to, once for each of them. */
  changes(model: AnyModel): Change[] {
    return listIn<Change>(this.lists.set, model);
  }

  /** Adds to a document. Sums of the same one are added up here: a record may write to it once only (addSums). */
  add(model: AnyModel, { _id, inc, set, made }: Addition): void {
    const additions = getOrMake(this.added, model, () => new Map());
    const own = additions.get(_id);
    if (!own) {
      additions.set(_id, { _id, inc: inc && { ...inc }, set, made });
      return;
    }
    if (inc) {
      own.inc ??= {};
      addNumbers(own.inc, inc);
    }
    if (set) own.set = { ...own.set, ...set };
  }

  addToDay(kind: TotalKind, personID: number, day: string, inc: DayIncrement, set?: { open: true }): void {
    const _id = dayKeyOf(payeeKeyOf(kind, personID), day);
    this.add(DayTotalModel, { _id, inc, set, made: { kind, personID, day } });
  }

  addToSource({ affID, tid, lp }: Source, inc: SourceIncrement): void {
    const made = { affID, tid, lp };
    this.add(SourceTotalModel, { _id: sourceKeyOf(made), inc: { ...inc }, made });
  }

  /** What is refunded of a sale of an earlier record after this one (cents). */
  setRefunded(saleEventID: string, refundedCents: number): void {
    this.refunded.set(saleEventID, { _id: saleEventID, set: { refundedCents }, mark: 'refundedBy' });
  }

  count(name: string, value: number): void {
    this.add(CounterModel, { _id: name, set: { value } });
  }

  /** An entry, and its part in payroll. */
  post(kind: PaidKind, personID: number, entry: LedgerEntry): void {
    this.entries.push(entry);
    const inc = { postedEntries: 1, postedCents: entry.payoutCents };
    // Entries are posted on open days only, and this record is applied to a day once.
    this.addToDay(kind, personID, entry.postedDay, inc, { open: true });
  }

  /** A payroll pays what is posted for a payee through a day. Such a record posts no entry: its writes need no order. */
  close(payee: string, through: string, payrollID: number): void {
    const days = { from: dayKeyOf(payee, ''), through: dayKeyOf(payee, through), set: { payrollID } };
    listIn<typeof days>(this.lists.close, DayTotalModel).push(days);
    this.add(PayeeModel, { _id: payee, set: { closedThrough: through, lastPayrollID: payrollID } });
  }

  build(): Effects | undefined {
    for (const _id of this.pendingReleases) this.add(PendingReleaseModel, { _id });
    const { insert, set, close } = this.lists;
    const added = [...this.added].map(([model, additions]) => [nameOf(model), [...additions.values()]]);
    const effects: Effects = {
      insert: filled(insert),
      add: filled(Object.fromEntries(added)),
      set: filled({ ...set, [nameOf(EventModel)]: [...this.released, ...this.refunded.values()] }),
      close: filled(close),
      remove: filled({ [nameOf(PendingReleaseModel)]: [...this.finishedReleases] }),
    };
    return Object.values(effects).some(Boolean) ? effects : undefined;
  }
}
