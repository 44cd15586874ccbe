import { addDays, type PaidKind, payoutCents, type ServiceEvent, subIdsOf } from '@partnerdesk/contracts';
import { rateOf } from '../accounts';
import { dayOf, pushTo } from '../platform';
import { EffectsBuilder } from './effects';
import { contentHashOf } from './event-schema';
import { countEvent, type Figures } from './figures';
import type { IngestState, SaleState, StateChanges } from './ingest-state';
import { entryIDOf, keyBroughtBy, memberKey, payeeKeyOf, postedDayOf, saleKey } from './keys';
import type { LedgerEntry, SourceIncrement, StoredEvent } from './ledger.models';

type Of<Type extends ServiceEvent['type']> = Extract<ServiceEvent, { type: Type }>;

/** A percentage, and the rule that gave it (docs/RULES.md, Terms). */
type Rated = ReturnType<typeof rateOf>;

/** Plans what a batch of events writes, on a loaded state; reads and writes nothing. */
export class IngestBatch {
  readonly effects = new EffectsBuilder();
  readonly changes: StateChanges;
  /** Sales of this batch: where their `refundedCents` stands. */
  private readonly ownSales = new Map<string, Partial<StoredEvent>>();

  constructor(
    private readonly state: IngestState,
    private readonly now: Date,
  ) {
    const { pendingReleases, finishedReleases } = this.effects;
    this.changes = {
      known: new Map(),
      attributions: new Map(),
      sales: new Map(),
      lastSaleID: state.lastSaleID,
      waiting: new Map(),
      pendingReleases,
      finishedReleases,
    };
  }

  get touchesWaiting(): boolean {
    const { released, pendingReleases, events } = this.effects;
    const isOne = released.length > 0 || pendingReleases.size > 0;
    return isOne || events.some(({ waitsFor }) => waitsFor !== undefined);
  }

  /** Takes one event in. @returns it as it is stored: applied, or waiting as far as no later one of the batch releases it */
  take(event: ServiceEvent): StoredEvent | 'duplicate' | { refused: string } {
    const hash = contentHashOf(event);
    const { known, before } = this.state;
    const { eventID } = event;
    const knownHash =
      known.get(eventID) ?? before?.get(eventID)?.hash ?? this.changes.known.get(eventID)?.hash;
    if (knownHash !== undefined) {
      if (hash === knownHash) return 'duplicate';
      return { refused: 'eventID is known already, with another content' };
    }
    const waitsFor = this.missing(event);
    const reason = waitsFor ? undefined : this.reasonToRefuse(event);
    if (reason) return { refused: reason };
    const stored = this.store(event, hash);
    if (waitsFor) {
      Object.assign(stored, { state: 'waiting', waitsFor, waitingSince: this.now });
      this.changes.waiting.set(stored._id, stored);
      pushTo(this.state.waiting, waitsFor, { stored, event });
      return stored;
    }
    this.apply(event, stored.at, stored);
    const { waiting, partial } = this.state;
    if (waiting.size > 0 || partial.size > 0) this.release(keyBroughtBy(event));
    return stored;
  }

  /** Applies the loaded events that waited for this key, and those that waited for them. */
  release(key: string | undefined): void {
    if (key === undefined) return;
    if (this.state.partial.has(key)) this.effects.pendingReleases.add(key);
    const waiters = this.state.waiting.get(key);
    if (!waiters) return;
    this.state.waiting.delete(key);
    for (const waiter of waiters) {
      const { stored, event } = waiter;
      const next = this.missing(event);
      if (next) {
        this.update(stored, key, { waitsFor: next });
        pushTo(this.state.waiting, next, waiter);
        continue;
      }
      const reason = this.reasonToRefuse(event);
      if (reason) {
        this.update(stored, key, { state: 'refused', reason });
        continue;
      }
      this.apply(event, stored.at, this.update(stored, key, { state: 'applied' }));
      this.release(keyBroughtBy(event));
    }
  }

  private store(event: ServiceEvent, hash: string): StoredEvent {
    const { eventID, type, at: instant, ...body } = event;
    const at = new Date(instant);
    const stored: StoredEvent = { _id: eventID, type, at, day: dayOf(at), state: 'applied', hash, body };
    this.changes.known.set(eventID, stored);
    this.effects.events.push(stored);
    return stored;
  }

  /** Changes an event that waited for `from`: in place when this batch adds it, else by a release. @returns the change */
  private update(stored: StoredEvent, from: string, set: Partial<StoredEvent>): Partial<StoredEvent> {
    const own = this.changes.known.get(stored._id);
    if (!own) {
      // With a state it is done waiting; without one it waits for the next thing that it lacks.
      const settled = set.state && { unset: ['waitsFor', 'waitingSince'], mark: 'settledBy' };
      this.effects.released.push({ _id: stored._id, from: { waitsFor: from }, set, ...settled });
      this.changes.waiting.set(stored._id, set.waitsFor ? { ...stored, ...set } : undefined);
      return set;
    }
    if (!set.waitsFor) {
      delete own.waitsFor;
      delete own.waitingSince;
      this.changes.waiting.delete(own._id);
    }
    return Object.assign(own, set);
  }

  /** Key of the first thing that this event needs and that is not known yet. */
  private missing(event: ServiceEvent): string | undefined {
    if (event.type === 'member.joined') return undefined;
    if (event.type === 'refund')
      return this.state.sales.has(event.saleEventID) ? undefined : saleKey(event.saleEventID);
    if (event.memberID !== undefined) {
      const attribution = this.state.attributions.get(event.memberID);
      if (!attribution) return memberKey(event.memberID);
      // An account that was deleted by hand: its commission is unknown, so the sale waits until it is back.
      if (event.type === 'sale' && attribution.affID && !this.state.affiliates.has(attribution.affID))
        return payeeKeyOf('affiliate', attribution.affID);
    }
    if ('staffID' in event && event.staffID !== undefined && !this.state.staff.has(event.staffID))
      return payeeKeyOf('staff', event.staffID);
    return undefined;
  }

  private reasonToRefuse(event: ServiceEvent): string | undefined {
    if (event.type === 'member.joined' && this.state.attributions.has(event.memberID))
      return `memberID ${event.memberID} has joined already`;
    if (event.type !== 'refund') return undefined;
    const { amountCents, refundedCents } = knownOrThrow(this.state.sales, event.saleEventID, 'sale');
    const leftCents = amountCents - refundedCents;
    if (event.amountCents > leftCents)
      return `amountCents is more than what is left of the sale (${leftCents})`;
    return undefined;
  }

  /** @param target the event's own record, for what it says besides what came */
  private apply(event: ServiceEvent, at: Date, target: Partial<StoredEvent>): void {
    const day = dayOf(at);
    const { figures, staffID, earnsCents } = countEvent(event);
    this.effects.addToDay('site', 0, day, figures);
    if (staffID !== undefined) {
      this.effects.addToDay('staff', staffID, day, figures);
      if (earnsCents !== undefined) this.earnStaff(event, at, staffID, earnsCents);
    }
    if (event.type === 'member.joined') this.attribute(event, day);
    else if (event.type === 'sale') this.sell(event, at, target);
    else if (event.type === 'refund') this.refund(event, at);
  }

  private earnStaff(event: ServiceEvent, at: Date, staffID: number, amountCents: number): void {
    const commission = knownOrThrow(this.state.staff, staffID, 'staff');
    const entry = this.entryOf(event, at, 'staff', staffID, amountCents, { commission });
    if ('memberID' in event) entry.memberID = event.memberID;
    this.effects.post('staff', staffID, entry);
  }

  private attribute(event: Of<'member.joined'>, day: string): void {
    // A trackID that names nobody is no affiliate's (docs/RULES.md, Events).
    const affID = event.trackID ? (this.state.tracks.get(event.trackID) ?? 0) : 0;
    const attribution = { affID, tid: event.tid ?? '', lp: event.lp ?? '', day };
    this.state.attributions.set(event.memberID, attribution);
    this.changes.attributions.set(event.memberID, attribution);
    this.effects.attributions.push({ _id: event.memberID, ...attribution, ...subIdsOf(event) });
    if (affID) this.effects.addToSource(attribution, { joins: 1 });
  }

  private sell(event: Of<'sale'>, at: Date, target: Partial<StoredEvent>): void {
    const { affID, tid, lp, day } = knownOrThrow(this.state.attributions, event.memberID, 'member');
    const rated = affID ? this.rateOf(affID, event, dayOf(at), day) : { commission: 0 };
    this.state.lastSaleID += 1;
    const saleID = this.state.lastSaleID;
    this.changes.lastSaleID = saleID;
    this.effects.count('saleID', saleID);
    const { amountCents, memberID } = event;
    const sale: SaleState = { amountCents, refundedCents: 0, saleID, affID, ...rated, memberID, tid, lp };
    this.setSale(event.eventID, sale);
    target.saleID = saleID;
    target.affID = affID;
    target.commission = rated.commission;
    if (rated.rule !== undefined) target.rule = rated.rule;
    target.refundedCents = 0;
    target.tid = tid;
    target.lp = lp;
    this.ownSales.set(event.eventID, target);
    if (!affID) return;
    const entry = this.entryOf(event, at, 'affiliate', affID, amountCents, rated);
    const figures = { salesCount: 1, salesCents: amountCents };
    this.postAffiliate(sale, entry, event.transactionType, figures, { salesCount: 1 });
  }

  /** By the terms of the day of the sale. @param joinedDay of the member; undefined: not known */
  private rateOf(affID: number, { transactionType }: Of<'sale'>, day: string, joinedDay?: string): Rated {
    const lastDay = (capDays: number) => joinedDay && addDays(joinedDay, capDays);
    const source = knownOrThrow(this.state.affiliates, affID, 'affiliate');
    return rateOf(source, this.state.groups, { day, transactionType, lastDay });
  }

  private refund(event: Of<'refund'>, at: Date): void {
    const sale = knownOrThrow(this.state.sales, event.saleEventID, 'sale');
    const refundedCents = sale.refundedCents + event.amountCents;
    this.setSale(event.saleEventID, { ...sale, refundedCents });
    const own = this.ownSales.get(event.saleEventID);
    if (own) own.refundedCents = refundedCents;
    else this.effects.setRefunded(event.saleEventID, refundedCents);
    if (!sale.affID) return;
    const entry = this.entryOf(event, at, 'affiliate', sale.affID, -event.amountCents, sale);
    this.postAffiliate(sale, entry, 'refund', { refundsCount: 1, refundsCents: event.amountCents });
  }

  private setSale(eventID: string, sale: SaleState): void {
    this.state.sales.set(eventID, sale);
    this.changes.sales.set(eventID, sale);
  }

  /** A refund belongs to the source of its sale, whenever it arrives (docs/RULES.md, Payroll). */
  private postAffiliate(
    { affID, tid, lp, memberID, saleID }: SaleState,
    entry: LedgerEntry,
    transactionType: string,
    figures: Figures,
    source: SourceIncrement = {},
  ): void {
    entry.memberID = memberID;
    entry.saleID = saleID;
    entry.transactionType = transactionType;
    const { day, amountCents, payoutCents: earnedCents } = entry;
    this.effects.post('affiliate', affID, entry);
    this.effects.addToDay('affiliate', affID, day, { ...figures, payoutCents: earnedCents });
    this.effects.addToDay('site', 0, day, { payoutCents: earnedCents });
    this.effects.addToSource(
      { affID, tid, lp },
      { ...source, salesCents: amountCents, payoutCents: earnedCents },
    );
  }

  private entryOf(
    event: ServiceEvent,
    at: Date,
    kind: PaidKind,
    personID: number,
    amountCents: number,
    { commission, rule }: Rated,
  ): LedgerEntry {
    const payee = payeeKeyOf(kind, personID);
    const day = dayOf(at);
    const entry: LedgerEntry = {
      _id: entryIDOf.event(event.eventID),
      payee,
      type: event.type as LedgerEntry['type'],
      at,
      day,
      postedDay: postedDayOf(day, this.state.closedThrough.get(payee)),
      amountCents,
      payoutCents: payoutCents(amountCents, commission),
      commission,
    };
    if (rule !== undefined) entry.rule = rule;
    return entry;
  }
}

/** What an event needs was found to be known before it is applied. @throws Error if not: a fault of this file */
function knownOrThrow<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, what: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${what} ${key} is needed and not known`);
  return value;
}
