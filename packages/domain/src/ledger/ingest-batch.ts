import { payoutCents, type ServiceEvent } from '@partnerdesk/contracts';
import { dayOf } from '../config';
import { countEvent } from './count-event';
import type { SourceIncrement } from './effects';
import { EffectsBuilder } from './effects-builder';
import { entryIDOf } from './entry-id';
import { contentHashOf, hasContent } from './event-schema';
import type { Figures } from './figures';
import {
  affiliateKey,
  eventOf,
  type IngestState,
  keyBroughtBy,
  memberKey,
  type SaleState,
  type StateChanges,
  saleKey,
  staffKey,
} from './ingest-state';
import type { LedgerEntry, StoredEvent } from './ledger.models';
import { type PayeeKind, payeeKeyOf } from './payee';
import { postedDayOf } from './posted-day';

/** What became of one event. */
export type Verdict = 'accepted' | 'waiting' | 'duplicate' | { refused: string };

/** Plans what a batch of events writes, on a loaded state. Decides alone; reads and writes nothing. */
export class IngestBatch {
  readonly effects = new EffectsBuilder();
  /** What the batch changes of its state. */
  readonly changes: StateChanges;
  /** Affiliates to whom members are attributed and whose account is missing. */
  readonly missingAffiliates = new Set<number>();
  private readonly added = new Map<string, StoredEvent>();
  /** Sales of this batch: where their `refundedCents` stands. */
  private readonly ownSales = new Map<string, Partial<StoredEvent>>();
  private readonly now: Date;

  constructor(
    private readonly state: IngestState,
    { at }: { at: Date },
  ) {
    this.now = at;
    const { lastSaleID } = state;
    this.changes = { known: new Map(), attributions: new Map(), sales: new Map(), lastSaleID };
  }

  /** Whether the batch added waiting events or released some. */
  get touchesWaiting(): boolean {
    const { effects } = this;
    return (
      effects.released.length > 0 ||
      effects.pendingReleases.size > 0 ||
      effects.events.some(({ waitsFor }) => waitsFor !== undefined)
    );
  }

  /** Takes one event in: applied, waiting, a duplicate, or refused with a reason. */
  take(event: ServiceEvent): Verdict {
    const hash = contentHashOf(event);
    const knownHash = this.state.known.get(event.eventID);
    if (knownHash !== undefined) {
      if (hasContent(event, hash, knownHash)) return 'duplicate';
      return { refused: 'eventID is known already, with another content' };
    }
    const waitsFor = this.missing(event);
    const reason = waitsFor ? undefined : this.reasonToRefuse(event);
    if (reason) return { refused: reason };
    const stored = this.store(event, hash);
    if (waitsFor) {
      Object.assign(stored, { state: 'waiting', waitsFor, waitingSince: this.now });
      this.waitFor(waitsFor, stored);
      return 'waiting';
    }
    this.apply(event, stored);
    this.release(keyBroughtBy(event));
    return 'accepted';
  }

  /** Whether an event of this batch still waits. */
  isWaiting(eventID: string): boolean {
    return this.added.get(eventID)?.waitsFor !== undefined;
  }

  /** Applies the loaded events that waited for this key, and those that waited for them. */
  release(key: string | undefined): void {
    if (key === undefined) return;
    if (this.state.partial.has(key)) this.effects.pendingReleases.add(key);
    const waiters = this.state.waiting.get(key);
    if (!waiters) return;
    this.state.waiting.delete(key);
    for (const stored of waiters) {
      const event = eventOf(stored);
      const next = this.missing(event);
      if (next) {
        this.update(stored, key, { waitsFor: next });
        this.waitFor(next, stored);
        continue;
      }
      const reason = this.reasonToRefuse(event);
      if (reason) {
        this.update(stored, key, { state: 'refused', reason });
        continue;
      }
      this.apply(event, this.update(stored, key, { state: 'applied' }));
      this.release(keyBroughtBy(event));
    }
  }

  private store(event: ServiceEvent, hash: string): StoredEvent {
    const { eventID, type, at, ...body } = event;
    const instant = new Date(at);
    const day = dayOf(instant);
    const stored: StoredEvent = { _id: eventID, type, at: instant, day, state: 'applied', hash, body };
    this.state.known.set(eventID, hash);
    this.changes.known.set(eventID, hash);
    this.added.set(eventID, stored);
    this.effects.events.push(stored);
    return stored;
  }

  /**
   * Changes an event that waited for `from`: in place when this very batch adds it, else by a release.
   * @returns where more of the change can be written
   */
  private update(stored: StoredEvent, from: string, set: Partial<StoredEvent>): Partial<StoredEvent> {
    const own = this.added.get(stored._id);
    if (!own) {
      this.effects.released.push({ eventID: stored._id, from, set });
      return set;
    }
    if (!set.waitsFor) {
      delete own.waitsFor;
      delete own.waitingSince;
    }
    return Object.assign(own, set);
  }

  private waitFor(key: string, stored: StoredEvent): void {
    const waiters = this.state.waiting.get(key);
    if (waiters) waiters.push(stored);
    else this.state.waiting.set(key, [stored]);
  }

  /** Key of the first thing that this event needs and that is not known yet. */
  private missing(event: ServiceEvent): string | undefined {
    if (event.type === 'member.joined') return undefined;
    if (event.type === 'refund') {
      return this.state.sales.has(event.saleEventID) ? undefined : saleKey(event.saleEventID);
    }
    if (event.memberID !== undefined) {
      const attribution = this.state.attributions.get(event.memberID);
      if (!attribution) return memberKey(event.memberID);
      if (event.type === 'sale' && attribution.affID && !this.state.affiliates.has(attribution.affID)) {
        // An account that was deleted by hand: its commission is unknown, so the sale waits until it is back.
        this.missingAffiliates.add(attribution.affID);
        return affiliateKey(attribution.affID);
      }
    }
    if ('staffID' in event && event.staffID !== undefined && !this.state.staff.has(event.staffID)) {
      return staffKey(event.staffID);
    }
    return undefined;
  }

  private reasonToRefuse(event: ServiceEvent): string | undefined {
    if (event.type === 'member.joined' && this.state.attributions.has(event.memberID)) {
      return `memberID ${event.memberID} has joined already`;
    }
    if (event.type === 'refund') {
      const { amountCents, refundedCents } = knownOrThrow(this.state.sales, event.saleEventID, 'sale');
      const leftCents = amountCents - refundedCents;
      if (event.amountCents > leftCents)
        return `amountCents is more than what is left of the sale (${leftCents})`;
    }
    return undefined;
  }

  /** @param target the event's own record, for what it says besides what came */
  private apply(event: ServiceEvent, target: Partial<StoredEvent>): void {
    const day = dayOf(new Date(event.at));
    const figures = countEvent(event);
    this.effects.addToDay('site', 0, day, figures.site);
    if (figures.staffID !== undefined && figures.staff) {
      this.effects.addToDay('staff', figures.staffID, day, figures.staff);
      if (figures.earnsCents !== undefined) this.earnStaff(event, day, figures.staffID, figures.earnsCents);
    }
    if (event.type === 'member.joined') this.attribute(event);
    else if (event.type === 'sale') this.sell(event, day, target);
    else if (event.type === 'refund') this.refund(event, day);
  }

  private earnStaff(event: ServiceEvent, day: string, staffID: number, amountCents: number): void {
    const commission = knownOrThrow(this.state.staff, staffID, 'staff');
    this.effects.post('staff', staffID, {
      ...this.entryOf(event, day, 'staff', staffID, amountCents, commission),
      memberID: 'memberID' in event ? event.memberID : undefined,
    });
  }

  private attribute(event: Extract<ServiceEvent, { type: 'member.joined' }>): void {
    // A trackID that names nobody is no affiliate's (docs/RULES.md, Events).
    const affID = event.trackID ? (this.state.tracks.get(event.trackID) ?? 0) : 0;
    const attribution = { affID, tid: event.tid ?? '', lp: event.lp ?? '' };
    this.state.attributions.set(event.memberID, attribution);
    this.changes.attributions.set(event.memberID, attribution);
    this.effects.attributions.push({ _id: event.memberID, ...attribution });
    if (affID) this.effects.addToSource(attribution, { joins: 1 });
  }

  private sell(
    event: Extract<ServiceEvent, { type: 'sale' }>,
    day: string,
    target: Partial<StoredEvent>,
  ): void {
    const { affID, tid, lp } = knownOrThrow(this.state.attributions, event.memberID, 'member');
    const commission = affID ? knownOrThrow(this.state.affiliates, affID, 'affiliate') : 0;
    this.state.lastSaleID += 1;
    const saleID = this.state.lastSaleID;
    this.changes.lastSaleID = saleID;
    this.effects.counters.saleID = saleID;
    const { amountCents, memberID } = event;
    const sale: SaleState = { amountCents, refundedCents: 0, saleID, affID, commission, memberID, tid, lp };
    this.setSale(event.eventID, sale);
    Object.assign(target, { saleID, affID, commission, refundedCents: 0, tid, lp });
    this.ownSales.set(event.eventID, target);
    if (!affID) return;
    const entry = this.entryOf(event, day, 'affiliate', affID, amountCents, commission);
    const { transactionType } = event;
    this.postAffiliate(
      sale,
      { ...entry, memberID, saleID, transactionType },
      { salesCount: 1, salesCents: amountCents },
      { salesCount: 1 },
    );
  }

  private refund(event: Extract<ServiceEvent, { type: 'refund' }>, day: string): void {
    const sale = knownOrThrow(this.state.sales, event.saleEventID, 'sale');
    const refundedCents = sale.refundedCents + event.amountCents;
    this.setSale(event.saleEventID, { ...sale, refundedCents });
    const own = this.ownSales.get(event.saleEventID);
    if (own) own.refundedCents = refundedCents;
    else this.effects.setRefunded(event.saleEventID, refundedCents);
    const { affID, commission, memberID, saleID } = sale;
    if (!affID) return;
    const entry = this.entryOf(event, day, 'affiliate', affID, -event.amountCents, commission);
    this.postAffiliate(
      sale,
      { ...entry, memberID, saleID, transactionType: 'refund' },
      { refundsCount: 1, refundsCents: event.amountCents },
    );
  }

  private setSale(eventID: string, sale: SaleState): void {
    this.state.sales.set(eventID, sale);
    this.changes.sales.set(eventID, sale);
  }

  /** A refund belongs to the source of its sale, whenever it arrives (docs/RULES.md, Payroll). */
  private postAffiliate(
    { affID, tid, lp }: SaleState,
    entry: LedgerEntry,
    figures: Figures,
    source: SourceIncrement = {},
  ): void {
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
    day: string,
    kind: PayeeKind,
    personID: number,
    amountCents: number,
    commission: number,
  ): LedgerEntry {
    const payee = payeeKeyOf(kind, personID);
    return {
      _id: entryIDOf.event(event.eventID),
      payee,
      type: event.type as LedgerEntry['type'],
      at: new Date(event.at),
      day,
      postedDay: postedDayOf(day, this.state.closedThrough.get(payee)),
      amountCents,
      payoutCents: payoutCents(amountCents, commission),
      commission,
    };
  }
}

/** What an event needs was found to be known before it is applied. @throws Error if not: a fault of this file */
function knownOrThrow<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, what: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${what} ${key} is needed and not known`);
  return value;
}
