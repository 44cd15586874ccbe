import type { ServiceEvent } from '@partnerdesk/contracts';
import { AffiliateModel } from '../accounts/affiliate.model';
import { StaffModel } from '../accounts/staff.model';
import { AttributionModel, CounterModel, EventModel, PayeeModel, type StoredEvent } from './ledger.models';
import { payeeKeyOf } from './payee';

/** A sale as refunds need it. */
export interface SaleState {
  amountCents: number;
  refundedCents: number;
  saleID: number;
  affID: number;
  commission: number;
  memberID: number;
}

/** What a batch of events is worked out on. Loaded in a handful of queries, then changed only in memory. */
export interface IngestState {
  /** eventID → hash of what is stored under it. */
  known: Map<string, string>;
  attributions: Map<number, { affID: number; tid: string; lp: string }>;
  sales: Map<string, SaleState>;
  /** staffID → commission. */
  staff: Map<number, number>;
  /** affID → commission. */
  affiliates: Map<number, number>;
  /** trackID → affID. */
  tracks: Map<string, number>;
  /** payee → last closed day. */
  closedThrough: Map<string, string>;
  /** Key waited for → events that wait for it. */
  waiting: Map<string, StoredEvent[]>;
  lastSaleID: number;
}

export const memberKey = (memberID: number) => `member:${memberID}`;
export const saleKey = (eventID: string) => `sale:${eventID}`;
export const staffKey = (staffID: number) => `staff:${staffID}`;

/** What others may be waiting for and this event brings. */
export function keyBroughtBy(event: ServiceEvent): string | undefined {
  if (event.type === 'member.joined') return memberKey(event.memberID);
  return event.type === 'sale' ? saleKey(event.eventID) : undefined;
}

/** The event of a stored one, as it came. */
export function eventOf(stored: Pick<StoredEvent, '_id' | 'type' | 'at' | 'body'>): ServiceEvent {
  return {
    ...stored.body,
    eventID: stored._id,
    type: stored.type,
    at: stored.at.toISOString(),
  } as ServiceEvent;
}

async function loadWaiting(broughtKeys: string[]): Promise<Map<string, StoredEvent[]>> {
  const waiting = new Map<string, StoredEvent[]>();
  const anyWaits = await EventModel.findOne({ waitsFor: { $exists: true } }, { _id: 1 }).lean();
  const asked = new Set<string>();
  let keys = anyWaits ? broughtKeys : [];
  while (keys.length) {
    for (const key of keys) asked.add(key);
    const found = await EventModel.find({ waitsFor: { $in: keys } })
      .sort({ waitsFor: 1, _id: 1 })
      .lean<StoredEvent[]>();
    for (const each of found) {
      const key = each.waitsFor ?? '';
      waiting.set(key, [...(waiting.get(key) ?? []), each]);
    }
    // A sale that is released releases its refunds in turn; one that is also sent again asks for them once.
    keys = found.flatMap((each) => keyBroughtBy(eventOf(each)) ?? []).filter((key) => !asked.has(key));
  }
  return waiting;
}

/** Loads all that these events, and those that wait for them, touch. */
export async function loadIngestState(
  events: readonly ServiceEvent[],
  keysBrought: readonly string[],
): Promise<IngestState> {
  const waiting = await loadWaiting([
    ...keysBrought,
    ...events.flatMap((event) => keyBroughtBy(event) ?? []),
  ]);
  const all = [...events, ...[...waiting.values()].flat().map(eventOf)];
  const memberIDs = new Set<number>();
  const staffIDs = new Set<number>();
  const saleIDs = new Set<string>();
  const trackIDs = new Set<string>();
  for (const event of all) {
    if ('memberID' in event && event.memberID !== undefined) memberIDs.add(event.memberID);
    if ('staffID' in event && event.staffID !== undefined) staffIDs.add(event.staffID);
    if (event.type === 'refund') saleIDs.add(event.saleEventID);
    if (event.type === 'member.joined' && event.trackID) trackIDs.add(event.trackID);
  }
  const [known, attributions, sales, staff, tracked, counter] = await Promise.all([
    EventModel.find({ _id: { $in: events.map((event) => event.eventID) } }, { hash: 1 }).lean<
      StoredEvent[]
    >(),
    AttributionModel.find({ _id: { $in: [...memberIDs] } }).lean(),
    EventModel.find({ _id: { $in: [...saleIDs] }, type: 'sale', state: 'applied' }).lean<StoredEvent[]>(),
    StaffModel.find({ staffID: { $in: [...staffIDs] } }, { _id: 0, staffID: 1, commission: 1 }).lean(),
    AffiliateModel.find({ trackID: { $in: [...trackIDs] } }, { _id: 0, affID: 1, trackID: 1 }).lean(),
    CounterModel.findById('saleID').lean(),
  ]);
  const affIDs = new Set([
    ...attributions.map((each) => each.affID),
    ...tracked.map((each) => each.affID),
    ...sales.map((each) => each.affID ?? 0),
  ]);
  const payees = [
    ...[...affIDs].map((affID) => payeeKeyOf('affiliate', affID)),
    ...staff.map((each) => payeeKeyOf('staff', each.staffID)),
  ];
  const [affiliates, states] = await Promise.all([
    AffiliateModel.find({ affID: { $in: [...affIDs] } }, { _id: 0, affID: 1, commission: 1 }).lean(),
    PayeeModel.find({ _id: { $in: payees } }).lean(),
  ]);
  return {
    known: new Map(known.map((each) => [each._id, each.hash])),
    attributions: new Map(attributions.map((each) => [each._id, each])),
    sales: new Map(sales.map((each) => [each._id, saleStateOf(each)])),
    staff: new Map(staff.map((each) => [each.staffID, each.commission])),
    affiliates: new Map(affiliates.map((each) => [each.affID, each.commission])),
    tracks: new Map(tracked.map((each) => [each.trackID, each.affID])),
    closedThrough: new Map(states.map((each) => [each._id, each.closedThrough])),
    waiting,
    lastSaleID: counter?.value ?? 0,
  };
}

function saleStateOf(stored: StoredEvent): SaleState {
  return {
    amountCents: Number(stored.body.amountCents),
    memberID: Number(stored.body.memberID),
    refundedCents: stored.refundedCents ?? 0,
    saleID: stored.saleID ?? 0,
    affID: stored.affID ?? 0,
    commission: stored.commission ?? 0,
  };
}
