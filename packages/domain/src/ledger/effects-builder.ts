import type { Model } from 'mongoose';
import { type Addition, type AnyModel, type Change, type Effects, nameOf } from './effects';
import type { Figures } from './figures';
import {
  AttributionModel,
  CounterModel,
  DayTotalModel,
  EntryModel,
  EventModel,
  type LedgerEntry,
  PayeeModel,
  PendingReleaseModel,
  SourceTotalModel,
} from './ledger.models';
import { dayKeyOf, type PayeeKind, payeeKeyOf, sourceKeyOf, type TotalKind } from './payee';

/** Sums to add to one day. */
export type DayIncrement = Figures & { postedEntries?: number; postedCents?: number };

/** Sums to add to a source; cents. */
export interface SourceIncrement {
  joins?: number;
  salesCount?: number;
  salesCents?: number;
  payoutCents?: number;
}

function addTo<T extends object>(sums: T, more: T): void {
  const target = sums as Record<string, number>;
  const added = more as Record<string, number>;
  for (const name in added) target[name] = (target[name] ?? 0) + (added[name] as number);
}

/** The map under a key of another; made if need be. */
function mapIn<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let inner = map.get(key);
  if (!inner) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}

/** A collection's list, to be pushed to; made if need be. */
function listIn<T>(lists: Record<string, T[]>, model: AnyModel): T[] {
  lists[nameOf(model)] ??= [];
  return lists[nameOf(model)] as T[];
}

/** The lists that have something; undefined: none has. */
function filled<T>(lists: Record<string, T[]>): Record<string, T[]> | undefined {
  const some = Object.entries(lists).filter(([, list]) => list.length > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}

/** Sums of days, by day and person: every event adds to some, so no key is put together for it. */
class DaySums {
  private readonly byDay = new Map<string, Map<number, DayIncrement>>();

  constructor(private readonly kind: TotalKind) {}

  add(personID: number, day: string, inc: DayIncrement): void {
    const persons = mapIn(this.byDay, day);
    const sums = persons.get(personID);
    if (sums) addTo(sums, inc);
    else persons.set(personID, { ...inc });
  }

  all(): Addition[] {
    return [...this.byDay].flatMap(([day, persons]) =>
      [...persons].map(([personID, inc]) => ({
        _id: dayKeyOf(payeeKeyOf(this.kind, personID), day),
        inc,
        // Entries are posted on open days only, and this record is applied to a day once.
        ...(inc.postedEntries && { set: { open: true } }),
        made: { kind: this.kind, personID, day },
      })),
    );
  }
}

/**
 * Collects what a record writes. Sums of the same day are added up here: a record may write to a document once only
 * (apply-effects.ts).
 */
export class EffectsBuilder {
  private readonly effects: Required<Effects> = { insert: {}, add: {}, set: {}, close: {}, remove: {} };
  readonly events = this.inserts(EventModel);
  readonly attributions = this.inserts(AttributionModel);
  private readonly entries = this.inserts(EntryModel);
  /** Waiting events whose turn has come. */
  readonly released = this.changes(EventModel);
  /** Keys that are there now while events still wait for them: released by further records, a slice at a time. */
  readonly pendingReleases = new Set<string>();
  /** Keys of which nothing is left to release. */
  readonly finishedReleases = new Set<string>();
  /** Counter name → last id given out. */
  readonly counters: Record<string, number> = {};
  private readonly refunded = new Map<string, number>();
  private readonly days = {
    affiliate: new DaySums('affiliate'),
    staff: new DaySums('staff'),
    site: new DaySums('site'),
  };
  private readonly sources = new Map<number, Map<string, Map<string, SourceIncrement>>>();

  /** Documents that the record inserts into a collection: to be pushed to. */
  inserts<T>(model: Model<T>): T[] {
    return listIn<unknown>(this.effects.insert, model) as T[];
  }

  /** What the record adds to a collection's documents, one by one, and sets in them. */
  additions(model: AnyModel): Addition[] {
    return listIn(this.effects.add, model);
  }

  /** What the record changes of a collection's documents. */
  changes(model: AnyModel): Change[] {
    return listIn(this.effects.set, model);
  }

  addToDay(kind: TotalKind, personID: number, day: string, inc: DayIncrement): void {
    this.days[kind].add(personID, day, inc);
  }

  addToSource({ affID, tid, lp }: { affID: number; tid: string; lp: string }, inc: SourceIncrement): void {
    const pages = mapIn(mapIn(this.sources, affID), tid);
    const sums = pages.get(lp);
    if (sums) addTo(sums, inc);
    else pages.set(lp, { ...inc });
  }

  /** What is refunded of a sale of an earlier record after this one (cents). */
  setRefunded(saleEventID: string, refundedCents: number): void {
    this.refunded.set(saleEventID, refundedCents);
  }

  /** An entry, and its part in payroll. */
  post(kind: PayeeKind, personID: number, entry: LedgerEntry): void {
    this.entries.push(entry);
    this.addToDay(kind, personID, entry.postedDay, { postedEntries: 1, postedCents: entry.payoutCents });
  }

  /**
   * What is posted for a payee through a day is paid, and nothing is posted there any more. A record that closes posts no
   * entry, so this needs no order among its writes.
   * @param payrollID what paid it
   */
  close(payee: string, through: string, payrollID: number): void {
    listIn(this.effects.close, DayTotalModel).push({
      from: dayKeyOf(payee, ''),
      through: dayKeyOf(payee, through),
      set: { payrollID },
    });
    this.additions(PayeeModel).push({
      _id: payee,
      set: { closedThrough: through, lastPayrollID: payrollID },
    });
  }

  /** undefined when there is nothing to write. */
  build(): Effects | undefined {
    const { insert, add, set, close } = this.effects;
    const sums = {
      [nameOf(DayTotalModel)]: Object.values(this.days).flatMap((days) => days.all()),
      [nameOf(SourceTotalModel)]: this.sourceAdditions(),
      [nameOf(PendingReleaseModel)]: [...this.pendingReleases].map((_id) => ({ _id })),
    };
    const effects: Effects = {
      insert: filled(insert),
      add: filled({ ...add, ...sums }),
      set: filled({ ...set, [nameOf(EventModel)]: [...this.released, ...this.refunds()] }),
      close: filled(close),
      remove: filled({ [nameOf(PendingReleaseModel)]: [...this.finishedReleases] }),
    };
    if (!Object.values(effects).some(Boolean)) return undefined;
    const counters = Object.entries(this.counters).map(([_id, value]) => ({ _id, set: { value } }));
    return { ...effects, add: filled({ ...effects.add, [nameOf(CounterModel)]: counters }) };
  }

  private refunds(): Change[] {
    return [...this.refunded].map(([_id, refundedCents]) => ({
      _id,
      set: { refundedCents },
      mark: 'refundedBy',
    }));
  }

  private sourceAdditions(): Addition[] {
    return [...this.sources].flatMap(([affID, tids]) =>
      [...tids].flatMap(([tid, pages]) =>
        [...pages].map(([lp, inc]) => {
          const made = { affID, tid, lp };
          return { _id: sourceKeyOf(made), inc: inc as Record<string, number>, made };
        }),
      ),
    );
  }
}
