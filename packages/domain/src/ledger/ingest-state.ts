import type { ServiceEvent } from '@partnerdesk/contracts';
import {
  AffiliateModel,
  type GroupChanges,
  groupsNamed,
  loadGroups,
  StaffModel,
  type TermsSource,
} from '../accounts';
import { pushTo } from '../platform';
import { findAmong } from './batched-reads';
import { eventOf, keyBroughtBy, payeeKeyOf } from './keys';
import {
  AttributionModel,
  CounterModel,
  EventModel,
  PayeeModel,
  type Source,
  type StoredEvent,
} from './ledger.models';

/** Waiting events that one record may release. */
export const RELEASE_SLICE = 2000;

/** A sale as refunds need it. */
export interface SaleState extends Source {
  amountCents: number;
  refundedCents: number;
  saleID: number;
  commission: number;
  rule?: string;
  memberID: number;
}

/** What a batch of events is worked out on. Loaded in a handful of queries, then changed only in memory. */
export class IngestState {
  /** eventID → hash of what is stored under it. */
  known = new Map<string, string>();
  /** What the record before adds, if that is not stored yet. */
  before?: ReadonlyMap<string, StoredEvent>;
  attributions = new Map<number, Source & { day?: string }>();
  sales = new Map<string, SaleState>();
  /** staffID → commission. */
  staff = new Map<number, number>();
  /** affID → what decides about the commission. */
  affiliates = new Map<number, TermsSource>();
  /** Of the groups that those name. */
  groups: GroupChanges = new Map();
  /** trackID → affID. */
  tracks = new Map<string, number>();
  /** payee → last closed day. */
  closedThrough = new Map<string, string>();
  /** Key waited for → events that wait for it, as they are stored and as they came. */
  waiting = new Map<string, { stored: StoredEvent; event: ServiceEvent }[]>();
  /** Keys for which more events may wait than are loaded here. */
  partial = new Set<string>();
  lastSaleID = 0;
}

/** What a record changes of the state that it was planned on. */
export interface StateChanges extends Pick<IngestState, 'attributions' | 'sales' | 'lastSaleID'> {
  /** The events that it adds. */
  known: Map<string, StoredEvent>;
  /** Events whose waiting it changes: as they wait after it, or undefined for those that wait no more. */
  waiting: Map<string, StoredEvent | undefined>;
  /** Keys whose release it notes, and those of which it leaves nothing to release. */
  pendingReleases: ReadonlySet<string>;
  finishedReleases: ReadonlySet<string>;
}

/**
 * All that these events, and those that wait for them, touch.
 * @param before what the record before changes, if that is being applied: any part of it may be stored already
 */
export async function loadIngestState(
  events: readonly ServiceEvent[],
  keysBrought: readonly string[],
  before?: StateChanges,
): Promise<IngestState> {
  const brought = [...keysBrought, ...events.flatMap((event) => keyBroughtBy(event) ?? [])];
  const eventIDs = events.map(({ eventID }) => eventID);
  const state = new IngestState();
  // All at once: each round of questions takes as long as its slowest.
  const [known, counter] = await Promise.all([
    EventModel.find({ _id: { $in: eventIDs } }, { hash: 1 }).lean(),
    CounterModel.findById('saleID').lean(),
    loadWaiting(state, brought, before?.waiting),
    loadNamed(state, events),
  ]);
  for (const { _id, hash } of known) state.known.set(_id, hash);
  state.lastSaleID = counter?.value ?? 0;
  const waiters = [...state.waiting.values()].flat().map(({ event }) => event);
  if (waiters.length) await loadNamed(state, waiters);
  if (before) takeOver(state, before);
  await loadPayees(state);
  return state;
}

/** Adds what is stored of what these events name. */
async function loadNamed(state: IngestState, events: readonly ServiceEvent[]): Promise<void> {
  const members = new Set<number>();
  const staff = new Set<number>();
  const sales = new Set<string>();
  const tracks = new Set<string>();
  for (const event of events) {
    if ('memberID' in event && event.memberID !== undefined) members.add(event.memberID);
    if ('staffID' in event && event.staffID !== undefined) staff.add(event.staffID);
    if (event.type === 'refund') sales.add(event.saleEventID);
    if (event.type === 'member.joined' && event.trackID) tracks.add(event.trackID);
  }
  const [attributed, sold, paid, tracked] = await Promise.all([
    findAmong(members, (_id) => AttributionModel.find({ _id }).lean()),
    findAmong(sales, (_id) => EventModel.find({ _id, type: 'sale', state: 'applied' }).lean<StoredEvent[]>()),
    findAmong(staff, (staffID) => StaffModel.find({ staffID }, { _id: 0, staffID: 1, commission: 1 }).lean()),
    findAmong(tracks, (trackID) => AffiliateModel.find({ trackID }, { _id: 0, affID: 1, trackID: 1 }).lean()),
  ]);
  for (const each of attributed) state.attributions.set(each._id, each);
  for (const each of sold) state.sales.set(each._id, saleStateOf(each));
  for (const { staffID, commission } of paid) state.staff.set(staffID, commission);
  for (const { trackID, affID } of tracked) state.tracks.set(trackID, affID);
}

/** What the record before changes is newer than what is stored; everything else is stored as it is. */
function takeOver(state: IngestState, { known, attributions, sales, lastSaleID }: StateChanges): void {
  state.before = known;
  for (const [id, attribution] of attributions) state.attributions.set(id, attribution);
  for (const [id, sale] of sales) state.sales.set(id, sale);
  state.lastSaleID = Math.max(state.lastSaleID, lastSaleID);
}

/** Terms, and how far payroll is executed, of everybody whom the state names. */
async function loadPayees(state: IngestState): Promise<void> {
  const affIDs = new Set(state.tracks.values());
  for (const { affID } of state.attributions.values()) affIDs.add(affID);
  for (const { affID } of state.sales.values()) affIDs.add(affID);
  affIDs.delete(0);
  const payees = [
    ...[...affIDs].map((affID) => payeeKeyOf('affiliate', affID)),
    ...[...state.staff.keys()].map((staffID) => payeeKeyOf('staff', staffID)),
  ];
  const [affiliates, states] = await Promise.all([
    AffiliateModel.find(
      { affID: { $in: [...affIDs] } },
      { _id: 0, affID: 1, commission: 1, terms: 1 },
    ).lean(),
    PayeeModel.find({ _id: { $in: payees } }).lean(),
  ]);
  for (const { affID, ...terms } of affiliates) state.affiliates.set(affID, terms as TermsSource);
  // Without groups, as a rule, this asks nothing.
  state.groups = await loadGroups(groupsNamed([...state.affiliates.values()]));
  for (const { _id, closedThrough } of states) state.closedThrough.set(_id, closedThrough);
}

function saleStateOf(stored: StoredEvent): SaleState {
  const { tid, lp, refundedCents, saleID, affID, commission } = stored as Required<StoredEvent>;
  const sale = { tid, lp, refundedCents, saleID, affID, commission };
  if (Object.values<unknown>(sale).includes(undefined))
    throw new Error(`sale ${stored._id} is applied and incomplete`);
  const { body, rule } = stored;
  const came = { amountCents: Number(body.amountCents), memberID: Number(body.memberID) };
  return { ...sale, ...came, ...(rule !== undefined && { rule }) };
}

/** Those of these keys for which events wait; all of them if too many do to be looked at. */
async function waitedFor(keys: string[], changed: StateChanges['waiting']): Promise<string[]> {
  const found = await EventModel.find({ waitsFor: { $in: keys } }, { _id: 0, waitsFor: 1 })
    .limit(RELEASE_SLICE)
    .lean();
  if (found.length === RELEASE_SLICE) return keys;
  return [...found, ...amongChanged(keys, changed)].flatMap(({ waitsFor }) => waitsFor ?? []);
}

/** Events that wait for these keys by what the record before changes. */
function amongChanged(keys: readonly string[], changed: StateChanges['waiting']): StoredEvent[] {
  if (changed.size === 0) return [];
  const asked = new Set(keys);
  return [...changed.values()].filter(
    (each): each is StoredEvent => each?.waitsFor !== undefined && asked.has(each.waitsFor),
  );
}

/** Up to `count` events that wait for these keys, after the record before. @returns also whether there may be more */
async function waitersOf(keys: readonly string[], count: number, changed: StateChanges['waiting']) {
  const found = await findAmong(keys, (waitsFor) =>
    EventModel.find({ waitsFor })
      .limit(count + 1 + changed.size)
      .lean<StoredEvent[]>(),
  );
  // Of what the record before changes any part may be stored: what is stored of these events is left aside.
  const unchanged = found.filter(({ _id }) => !changed.has(_id));
  const waiters = [...unchanged, ...amongChanged(keys, changed)];
  return { waiters: waiters.slice(0, count), more: waiters.length > count };
}

/** The events that wait for these keys, and for what those bring: RELEASE_SLICE in all. @param changed by the record before */
async function loadWaiting(
  { waiting, partial }: IngestState,
  broughtKeys: readonly string[],
  changed: StateChanges['waiting'] = new Map(),
): Promise<void> {
  const asked = new Set<string>();
  let left = RELEASE_SLICE;
  let keys = [...new Set(broughtKeys)];
  while (keys.length > 0) {
    if (left <= 0) {
      for (const key of await waitedFor(keys, changed)) partial.add(key);
      break;
    }
    for (const key of keys) asked.add(key);
    const { waiters, more } = await waitersOf(keys, left, changed);
    left -= waiters.length;
    if (more) for (const key of keys) partial.add(key);
    keys = [];
    for (const stored of waiters) {
      const waiter = { stored, event: eventOf(stored) };
      pushTo(waiting, stored.waitsFor ?? '', waiter);
      // A sale that is released releases its refunds in turn; one that is also sent again asks for them once.
      const brought = keyBroughtBy(waiter.event);
      if (brought && !asked.has(brought)) keys.push(brought);
    }
  }
}
