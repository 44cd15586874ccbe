import type { DayIncrement, Effects, PayFileChange, SourceIncrement } from './effects';
import type { LedgerEntry } from './ledger.models';
import type { TotalKind } from './payee';

function addTo<T extends object>(sums: T, more: T): void {
  const target = sums as Record<string, number>;
  const added = more as Record<string, number>;
  for (const name in added) target[name] = (target[name] ?? 0) + (added[name] as number);
}

type SourceSums = NonNullable<Effects['sources']>[number];

/** The map under a key of another; made if need be. */
function mapIn<Key, InnerKey, Value>(map: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let inner = map.get(key);
  if (!inner) {
    inner = new Map();
    map.set(key, inner);
  }
  return inner;
}

/** Sums of days, by day and person: every event adds to some, so no key is put together for it. */
class DaySums {
  private readonly byDay = new Map<string, Map<number, NonNullable<Effects['days']>[number]>>();

  constructor(private readonly kind: TotalKind) {}

  add(personID: number, day: string, inc: DayIncrement): void {
    const persons = mapIn(this.byDay, day);
    const sums = persons.get(personID);
    if (sums) addTo(sums.inc, inc);
    else persons.set(personID, { kind: this.kind, personID, day, inc: { ...inc } });
  }

  all(): NonNullable<Effects['days']> {
    return [...this.byDay.values()].flatMap((persons) => [...persons.values()]);
  }
}

/**
 * Collects what a record writes. Sums of the same day are added up here: a record may write to a day once
 * only (apply-effects.ts).
 */
export class EffectsBuilder {
  readonly events: NonNullable<Effects['events']> = [];
  readonly released: NonNullable<Effects['released']> = [];
  readonly entries: LedgerEntry[] = [];
  readonly attributions: NonNullable<Effects['attributions']> = [];
  readonly payrolls: NonNullable<Effects['payrolls']> = [];
  readonly marks: NonNullable<Effects['marks']> = [];
  readonly payFiles: NonNullable<Effects['payFiles']> = [];
  readonly payFileSteps: NonNullable<Effects['payFileSteps']> = [];
  readonly payFileLines: NonNullable<Effects['payFileLines']> = [];
  readonly excludedPayments: NonNullable<Effects['excludedPayments']> = [];
  readonly approvals: NonNullable<Effects['approvals']> = [];
  readonly approvalChanges: NonNullable<Effects['approvalChanges']> = [];
  readonly pendingReleases = new Set<string>();
  readonly finishedReleases = new Set<string>();
  readonly counters: Record<string, number> = {};
  private readonly refunded = new Map<string, number>();
  private readonly days = {
    affiliate: new DaySums('affiliate'),
    staff: new DaySums('staff'),
    site: new DaySums('site'),
  };
  private readonly payFileChanges = new Map<number, Required<PayFileChange>>();
  private readonly sources = new Map<number, Map<string, Map<string, SourceSums>>>();

  addToDay(kind: TotalKind, personID: number, day: string, inc: DayIncrement): void {
    this.days[kind].add(personID, day, inc);
  }

  addToSource({ affID, tid, lp }: { affID: number; tid: string; lp: string }, inc: SourceIncrement): void {
    const pages = mapIn(mapIn(this.sources, affID), tid);
    const sums = pages.get(lp);
    if (sums) addTo(sums.inc, inc);
    else pages.set(lp, { affID, tid, lp, inc: { ...inc } });
  }

  setRefunded(saleEventID: string, refundedCents: number): void {
    this.refunded.set(saleEventID, refundedCents);
  }

  /** A record may change a pay file once only, too. @param change `leftOut` and `paid` are added to the file's */
  changePayFile(payFileID: number, change: Partial<Omit<PayFileChange, 'payFileID'>>): void {
    const { set, leftOut = 0, paid = 0 } = change;
    const own = this.payFileChanges.get(payFileID) ?? { payFileID, set: {}, leftOut: 0, paid: 0 };
    Object.assign(own.set, set);
    own.leftOut += leftOut;
    own.paid += paid;
    this.payFileChanges.set(payFileID, own);
  }

  /** An entry, and its part in payroll. */
  post(kind: 'affiliate' | 'staff', personID: number, entry: LedgerEntry): void {
    this.entries.push(entry);
    this.addToDay(kind, personID, entry.postedDay, { postedEntries: 1, postedCents: entry.payoutCents });
  }

  /** undefined when there is nothing to write. */
  build(): Effects | undefined {
    const lists = {
      events: this.events,
      released: this.released,
      entries: this.entries,
      attributions: this.attributions,
      payrolls: this.payrolls,
      marks: this.marks,
      payFiles: this.payFiles,
      payFileSteps: this.payFileSteps,
      payFileLines: this.payFileLines,
      excludedPayments: this.excludedPayments,
      payFileChanges: [...this.payFileChanges.values()],
      approvals: this.approvals,
      approvalChanges: this.approvalChanges,
      pendingReleases: [...this.pendingReleases],
      finishedReleases: [...this.finishedReleases],
      refunded: [...this.refunded].map(([saleEventID, refundedCents]) => ({ saleEventID, refundedCents })),
      days: Object.values(this.days).flatMap((sums) => sums.all()),
      sources: [...this.sources.values()].flatMap((tids) =>
        [...tids.values()].flatMap((pages) => [...pages.values()]),
      ),
    };
    const effects: Effects = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
    if (Object.keys(effects).length === 0) return undefined;
    if (Object.keys(this.counters).length > 0) effects.counters = this.counters;
    return effects;
  }
}
