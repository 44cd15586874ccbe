import type { ServiceEvent } from '@partnerdesk/contracts';
import { pushTo } from '../platform';
import { between, findIfAny } from './batched-reads';
import { eventOf, keyBroughtBy } from './keys';
import { EventModel, type StoredEvent } from './ledger.models';

/** Waiting events that one record may release. */
export const RELEASE_SLICE = 2000;

/** An event that waits: as it is stored, and as it came. */
export interface Waiter {
  stored: StoredEvent;
  event: ServiceEvent;
}

/** As in StateChanges. */
type WaitingChanges = ReadonlyMap<string, StoredEvent | undefined>;

/** Those of these keys for which events wait; all of them if too many do to be looked at. */
async function waitedFor(keys: string[], changed: WaitingChanges): Promise<string[]> {
  const found = await EventModel.find({ waitsFor: { $in: keys } }, { _id: 0, waitsFor: 1 })
    .limit(RELEASE_SLICE)
    .lean();
  if (found.length === RELEASE_SLICE) return keys;
  return [...found, ...amongChanged(keys, changed)].flatMap(({ waitsFor }) => waitsFor ?? []);
}

/** Events that wait for these keys by what the record before changes. */
function amongChanged(keys: readonly string[], changed: WaitingChanges): StoredEvent[] {
  if (changed.size === 0) return [];
  const asked = new Set(keys);
  return [...changed.values()].filter(
    (each): each is StoredEvent => each?.waitsFor !== undefined && asked.has(each.waitsFor),
  );
}

/** Of so many keys most are new, as a rule, and nothing waits for them. */
const MANY_KEYS = 100;

/** Of many keys those of kinds of which some event waits for one between the first and the last. */
async function keysToAsk(keys: readonly string[]): Promise<readonly string[]> {
  if (keys.length < MANY_KEYS) return keys;
  const kinds = new Map<string, string[]>();
  for (const key of keys) pushTo(kinds, key.slice(0, key.indexOf(':')), key);
  const asked = [...kinds.values()].map(async (ofKind) =>
    (await EventModel.exists({ waitsFor: between(ofKind) })) ? ofKind : [],
  );
  return (await Promise.all(asked)).flat();
}

/** Up to `count` events that wait for these keys, after the record before. @returns also whether there may be more */
async function waitersOf(
  keys: readonly string[],
  count: number,
  changed: WaitingChanges,
): Promise<{ waiters: StoredEvent[]; more: boolean }> {
  // Of what the record before changes any part may be stored: what is stored of these events is left aside.
  const unchanged = changed.size > 0 && { _id: { $not: { $in: [...changed.keys()] } } };
  const limit = count + 1;
  const found = await findIfAny(await keysToAsk(keys), (waitsFor) =>
    EventModel.find({ waitsFor, ...unchanged })
      .limit(limit)
      .lean<StoredEvent[]>(),
  );
  const waiters = [...found, ...amongChanged(keys, changed)];
  return { waiters: waiters.slice(0, count), more: found.length === limit || waiters.length > count };
}

/**
 * The events that wait for these keys, and those that wait for what they bring: RELEASE_SLICE in all.
 * @param changed by the record before, if that is being applied
 * @returns `partial`: keys of which more may wait than are loaded
 */
export async function loadWaiting(
  broughtKeys: readonly string[],
  changed: WaitingChanges = new Map(),
): Promise<{ byKey: Map<string, Waiter[]>; partial: Set<string> }> {
  const byKey = new Map<string, Waiter[]>();
  const partial = new Set<string>();
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
      pushTo(byKey, stored.waitsFor ?? '', waiter);
      // A sale that is released releases its refunds in turn; one that is also sent again asks for them once.
      const brought = keyBroughtBy(waiter.event);
      if (brought && !asked.has(brought)) keys.push(brought);
    }
  }
  return { byKey, partial };
}
