import { payoutCents, type RefusedEvent, type ServiceEvent } from '@partnerdesk/contracts';
import { dayOf } from '../config';
import { countEvent } from './count-event';
import { EffectsBuilder } from './effects-builder';
import { contentHashOf } from './event-schema';
import { eventOf, type IngestState, keyBroughtBy, memberKey, saleKey, staffKey } from './ingest-state';
import type { LedgerEntry, StoredEvent } from './ledger.models';
import { type PayeeKind, payeeKeyOf } from './payee';
import { postedDayOf } from './posted-day';

/** An event and the line it came in. */
export interface LineOfEvent {
  line: number;
  event: ServiceEvent;
}

interface Verdict {
  /** What the event's own record says besides what came. */
  set: Partial<StoredEvent>;
}

/** Works out what a batch of events writes, on a loaded state. Decides alone; reads and writes nothing. */
export class IngestBatch {
  readonly effects = new EffectsBuilder();
  accepted = 0;
  waiting = 0;
  duplicates = 0;
  readonly refused: RefusedEvent[] = [];
  private readonly added = new Map<string, StoredEvent>();

  constructor(private readonly state: IngestState) {}

  /** Takes one event in: applied, waiting, a duplicate, or refused with a reason. */
  take({ line, event }: LineOfEvent): void {
    const hash = contentHashOf(event);
    const knownHash = this.state.known.get(event.eventID);
    if (knownHash !== undefined) {
      if (knownHash === hash) this.duplicates += 1;
      else this.refuse(line, event, 'eventID is known already, with another content');
      return;
    }
    const waitsFor = this.missing(event);
    const reason = waitsFor ? undefined : this.reasonToRefuse(event);
    if (reason) {
      this.refuse(line, event, reason);
      return;
    }
    const stored = this.store(event, hash);
    this.accepted += 1;
    if (waitsFor) {
      this.waiting += 1;
      Object.assign(stored, { state: 'waiting', waitsFor });
      this.waitFor(waitsFor, stored);
      return;
    }
    Object.assign(stored, this.apply(event).set);
    this.release(keyBroughtBy(event));
  }

  /** Applies the events that waited for this key, and those that waited for them. */
  release(key: string | undefined): void {
    const waiters = key === undefined ? undefined : this.state.waiting.get(key);
    if (key === undefined || !waiters) return;
    this.state.waiting.delete(key);
    for (const stored of waiters) {
      const event = eventOf(stored);
      const next = this.missing(event);
      if (next) {
        this.update(stored, { waitsFor: next });
        this.waitFor(next, stored);
        continue;
      }
      const reason = this.reasonToRefuse(event);
      this.update(
        stored,
        reason ? { state: 'refused', reason } : { state: 'applied', ...this.apply(event).set },
      );
      if (!reason) this.release(keyBroughtBy(event));
    }
  }

  private refuse(line: number, event: ServiceEvent, reason: string): void {
    this.refused.push({ line, eventID: event.eventID, reason });
  }

  private store(event: ServiceEvent, hash: string): StoredEvent {
    const { eventID, type, at, ...body } = event;
    const instant = new Date(at);
    const stored: StoredEvent = {
      _id: eventID,
      type,
      at: instant,
      day: dayOf(instant),
      state: 'applied',
      hash,
      body,
    };
    this.state.known.set(eventID, hash);
    this.added.set(eventID, stored);
    this.effects.events.push(stored);
    return stored;
  }

  /** Changes a waiting event: in place when this very batch adds it, else by a release. */
  private update(stored: StoredEvent, set: Partial<StoredEvent>): void {
    const own = this.added.get(stored._id);
    if (!own) {
      this.effects.released.push({ eventID: stored._id, set });
      return;
    }
    if (!set.waitsFor) {
      delete own.waitsFor;
      this.waiting -= 1;
    }
    Object.assign(own, set);
  }

  private waitFor(key: string, stored: StoredEvent): void {
    const waiters = this.state.waiting.get(key);
    if (waiters) waiters.push(stored);
    else this.state.waiting.set(key, [stored]);
  }

  /** Key of the first thing that this event needs and that is not known yet. */
  private missing(event: ServiceEvent): string | undefined {
    if (event.type === 'member.joined') return undefined;
    if (event.type === 'refund')
      return this.state.sales.has(event.saleEventID) ? undefined : saleKey(event.saleEventID);
    if (event.memberID !== undefined && !this.state.attributions.has(event.memberID))
      return memberKey(event.memberID);
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
      const sale = this.state.sales.get(event.saleEventID);
      const leftCents = sale ? sale.amountCents - sale.refundedCents : 0;
      if (event.amountCents > leftCents)
        return `amountCents is more than what is left of the sale (${leftCents})`;
    }
    return undefined;
  }

  private apply(event: ServiceEvent): Verdict {
    const day = dayOf(new Date(event.at));
    const figures = countEvent(event);
    this.effects.addToDay('site', 0, day, figures.site);
    if (figures.staffID !== undefined && figures.staff) {
      this.effects.addToDay('staff', figures.staffID, day, figures.staff);
      if (figures.earnsCents !== undefined) this.earnStaff(event, day, figures.staffID, figures.earnsCents);
    }
    if (event.type === 'member.joined') return this.attribute(event);
    if (event.type === 'sale') return this.sell(event, day);
    if (event.type === 'refund') return this.refund(event, day);
    return { set: {} };
  }

  private earnStaff(event: ServiceEvent, day: string, staffID: number, amountCents: number): void {
    const commission = this.state.staff.get(staffID) ?? 0;
    this.effects.post('staff', staffID, {
      ...this.entryOf(event, day, 'staff', staffID, amountCents, commission),
      memberID: 'memberID' in event ? event.memberID : undefined,
    });
  }

  private attribute(event: Extract<ServiceEvent, { type: 'member.joined' }>): Verdict {
    const affID = event.trackID ? (this.state.tracks.get(event.trackID) ?? 0) : 0;
    const attribution = { affID, tid: event.tid ?? '', lp: event.lp ?? '' };
    this.state.attributions.set(event.memberID, attribution);
    this.effects.attributions.push({ _id: event.memberID, ...attribution });
    if (affID) this.effects.addToSource(attribution, { joins: 1 });
    return { set: {} };
  }

  private sell(event: Extract<ServiceEvent, { type: 'sale' }>, day: string): Verdict {
    const attribution = this.state.attributions.get(event.memberID);
    const affID = attribution?.affID ?? 0;
    const commission = affID ? (this.state.affiliates.get(affID) ?? 0) : 0;
    this.state.lastSaleID += 1;
    const saleID = this.state.lastSaleID;
    this.effects.counters.saleID = saleID;
    const { amountCents, memberID } = event;
    this.state.sales.set(event.eventID, {
      amountCents,
      refundedCents: 0,
      saleID,
      affID,
      commission,
      memberID,
    });
    if (attribution && affID) {
      const entry = this.entryOf(event, day, 'affiliate', affID, amountCents, commission);
      this.postAffiliate(
        affID,
        { ...entry, memberID, saleID, transactionType: event.transactionType },
        {
          salesCount: 1,
          salesCents: amountCents,
        },
      );
      this.effects.addToSource(attribution, {
        salesCount: 1,
        salesCents: amountCents,
        payoutCents: entry.payoutCents,
      });
    }
    return { set: { saleID, affID, commission, refundedCents: 0 } };
  }

  private refund(event: Extract<ServiceEvent, { type: 'refund' }>, day: string): Verdict {
    const sale = this.state.sales.get(event.saleEventID);
    if (!sale) throw new Error(`refund ${event.eventID} applied before its sale`);
    sale.refundedCents += event.amountCents;
    this.effects.setRefunded(event.saleEventID, sale.refundedCents);
    const { affID, commission, memberID, saleID } = sale;
    if (affID) {
      const entry = this.entryOf(event, day, 'affiliate', affID, -event.amountCents, commission);
      this.postAffiliate(
        affID,
        { ...entry, memberID, saleID, transactionType: 'refund' },
        {
          refundsCount: 1,
          refundsCents: event.amountCents,
        },
      );
      const attribution = this.state.attributions.get(memberID);
      if (attribution) {
        this.effects.addToSource(attribution, {
          salesCents: -event.amountCents,
          payoutCents: entry.payoutCents,
        });
      }
    }
    return { set: {} };
  }

  private postAffiliate(affID: number, entry: LedgerEntry, figures: { [name: string]: number }): void {
    this.effects.post('affiliate', affID, entry);
    this.effects.addToDay('affiliate', affID, entry.day, { ...figures, payoutCents: entry.payoutCents });
    this.effects.addToDay('site', 0, entry.day, { payoutCents: entry.payoutCents });
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
      _id: event.eventID,
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
