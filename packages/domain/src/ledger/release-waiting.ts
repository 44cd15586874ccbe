import { AffiliateModel, StaffModel } from '../accounts';
import { domainConfig, slicesOf } from '../platform';
import { IngestBatch } from './ingest-batch';
import { loadIngestState, type StateChanges } from './ingest-state';
import { appendToJournal, catchUpLedger } from './journal';
import { journalWriter, type Plan, type PlanContext, type Task } from './journal-writer';
import { eventOf, memberKey, payeeKeyOf, saleKey } from './keys';
import { AttributionModel, EventModel, PendingReleaseModel, type StoredEvent } from './ledger.models';

/*
 * Events that wait are released by the record that brings what they wait for, as far as one record may go (RELEASE_SLICE).
 * The rest is noted as pending and released by further records, a slice at a time, in turns with everything else.
 */

/** Keys that one record looks at. */
const KEYS = 1000;
let requested = false;
let done: Promise<void> = Promise.resolve();

/**
 * Releases what is pending, in the background. What a crash leaves is resumed by a sweep. @returns once nothing is pending
 * @param former the slice before, whose failure ends the work until it is asked for again
 */
export function requestReleases(former?: ReleaseTask): Promise<void> {
  if (requested) return done;
  requested = true;
  done = new Promise((resolve, reject) => journalWriter.add(new ReleaseTask(resolve, reject, former)));
  done.catch((err) => domainConfig().logger?.error({ err }, 'waiting events could not be released'));
  return done;
}

class ReleaseTask implements Task {
  readonly overlaps = true;
  /** The slices after this one; undefined: nothing was pending. */
  private next?: Promise<void>;
  private failed = false;

  constructor(
    private readonly resolve: (more?: Promise<void>) => void,
    private readonly reject: (error: unknown) => void,
    private former?: ReleaseTask,
  ) {}

  async plan({ at, before }: PlanContext): Promise<Plan> {
    // A plan that is made again has its next slice in the queue.
    if (!this.next) requested = false;
    const keys = this.former?.failed ? [] : await pendingKeys(before);
    this.former = undefined;
    if (keys.length === 0) return { effects: undefined, note: '' };
    const plan = await planRelease(keys, at, before);
    // Planned while this one is being applied, after what waits at this moment.
    this.next ??= requestReleases(this);
    return plan;
  }

  settle(): void {
    this.resolve(this.next);
  }

  fail(error: unknown): void {
    if (!this.next) requested = false;
    this.failed = true;
    this.reject(error);
  }
}

/** Some of the keys whose release is pending, after the record before. */
async function pendingKeys(before?: StateChanges): Promise<string[]> {
  const finished = before?.finishedReleases ?? new Set<string>();
  const stored = await PendingReleaseModel.find()
    .limit(KEYS + finished.size)
    .lean();
  const keys = new Set([...stored.map(({ _id }) => _id), ...(before?.pendingReleases ?? [])]);
  for (const key of finished) keys.delete(key);
  return [...keys].slice(0, KEYS);
}

async function planRelease(keys: readonly string[], at: Date, before?: StateChanges): Promise<Plan> {
  const state = await loadIngestState([], keys, before);
  const batch = new IngestBatch(state, at);
  for (const key of keys) batch.release(key);
  const { pendingReleases, finishedReleases } = batch.effects;
  for (const key of keys) if (!pendingReleases.has(key)) finishedReleases.add(key);
  return {
    effects: batch.effects.build() ?? {},
    note: `released: ${batch.effects.released.length}`,
    changes: batch.changes,
  };
}

/**
 * Announces that these keys are there now, e.g. after staff were added, and releases what waits for them. It is a record even
 * if nothing waits: an event that was planned without them is planned again. @returns once nothing waits for them
 */
export async function announceKeys(keys: readonly string[]): Promise<void> {
  for (const step of slicesOf(keys, KEYS)) {
    await appendToJournal(async ({ at }) => {
      const { effects, note } = await planRelease(step, at);
      return { effects, note, result: undefined };
    });
  }
  await requestReleases();
}

const EXISTING: Record<string, (ids: string[]) => Promise<unknown[]>> = {
  member: (ids) => AttributionModel.distinct('_id', { _id: { $in: ids.map(Number) } }),
  sale: (ids) => EventModel.distinct('_id', { _id: { $in: ids }, type: 'sale', state: 'applied' }),
  staff: (ids) => StaffModel.distinct('staffID', { staffID: { $in: ids.map(Number) } }),
  affiliate: (ids) => AffiliateModel.distinct('affID', { affID: { $in: ids.map(Number) } }),
};

async function existing(keys: readonly string[]): Promise<string[]> {
  const ofKinds = Object.entries(EXISTING).map(async ([kind, find]) => {
    const ids = keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
    return (await find(ids)).map((id) => `${kind}:${id}`);
  });
  return (await Promise.all(ofKinds)).flat();
}

/** Releases what waits for those of these keys that are there. */
export const releaseKeys = async (keys: readonly string[]): Promise<void> =>
  announceKeys(await existing(keys));

/** Keys that are there although events still wait for them and no release is pending: there should be none. */
async function unreleasedKeys(): Promise<string[]> {
  const forgotten: string[] = [];
  let last = '';
  for (;;) {
    const page = await EventModel.find({ waitsFor: { $gt: last } }, { waitsFor: 1 })
      .sort({ waitsFor: 1 })
      .limit(KEYS)
      .lean();
    if (page.length === 0) return forgotten;
    const keys = [...new Set(page.flatMap(({ waitsFor }) => waitsFor ?? []))];
    last = keys.at(-1) ?? '';
    const there = await existing(keys);
    if (there.length === 0) continue;
    // A key and the release of its events come with one record: once that is applied, none waits or the key is pending.
    await catchUpLedger();
    const pending = await PendingReleaseModel.find({ _id: { $in: there } }).lean();
    const isPending = new Set(pending.map(({ _id }) => _id));
    for (const key of there)
      if (!isPending.has(key) && (await EventModel.exists({ waitsFor: key }))) forgotten.push(key);
  }
}

/** Resumes releases that a crash interrupted, and makes those that no record made. @returns the keys of the latter */
export async function sweepWaitingEvents(): Promise<string[]> {
  const keys = await unreleasedKeys();
  if (keys.length > 0) {
    domainConfig().logger?.error({ keys: keys.slice(0, 20), count: keys.length }, 'forgotten waiting events');
    await announceKeys(keys);
  }
  await requestReleases();
  return keys;
}

/** Waiting events that are counted; beyond that there are "more than". */
const COUNTED = 10_000;
const SHOWN_KEYS = 5;

/** What waits in the ledger. @returns `count`: COUNTED at most; `more`: there are more; `keys`: what most wait for */
export async function waitingEvents() {
  const [waiting, oldest] = await Promise.all([
    EventModel.find({ waitsFor: { $exists: true } }, { _id: 0, waitsFor: 1 })
      .limit(COUNTED + 1)
      .lean(),
    EventModel.findOne({ waitingSince: { $exists: true } }, { waitingSince: 1 })
      .sort({ waitingSince: 1 })
      .lean(),
  ]);
  const counts = new Map<string, number>();
  for (const { waitsFor = '' } of waiting.slice(0, COUNTED))
    counts.set(waitsFor, (counts.get(waitsFor) ?? 0) + 1);
  return {
    count: Math.min(waiting.length, COUNTED),
    more: waiting.length > COUNTED,
    oldestSince: oldest?.waitingSince ?? null,
    keys: [...counts]
      .map(([key, count]) => ({ key, count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
      .slice(0, SHOWN_KEYS),
  };
}

/**
 * What is wrong with waiting events: their time has come, they wait for nothing that they name, so that they would never be
 * released, or their members are attributed to an account that is missing. @returns a line for each key or event
 */
export async function waitingFaults(): Promise<string[]> {
  const lines = (await unreleasedKeys()).map((key) => `events wait for ${key}, which is there`);
  const missing = new Set<string>();
  const waiting = EventModel.find({ waitsFor: { $exists: true } })
    .lean<StoredEvent>()
    .cursor();
  for await (const stored of waiting) {
    const { _id, waitsFor = '' } = stored;
    if (!(await keysNamedBy(stored)).includes(waitsFor))
      lines.push(`event ${_id} waits for ${waitsFor}, which it does not name`);
    if (waitsFor.startsWith('affiliate:'))
      missing.add(`sales wait for ${waitsFor}, whose account is missing`);
  }
  return [...lines, ...missing];
}

async function keysNamedBy(stored: StoredEvent): Promise<string[]> {
  const event = eventOf(stored);
  if (event.type === 'refund') return [saleKey(event.saleEventID)];
  const { memberID, staffID } = event as { memberID?: number; staffID?: number };
  const attribution = event.type === 'sale' ? await AttributionModel.findById(memberID).lean() : null;
  return [
    ...(memberID === undefined ? [] : [memberKey(memberID)]),
    ...(attribution?.affID ? [payeeKeyOf('affiliate', attribution.affID)] : []),
    ...(staffID === undefined ? [] : [payeeKeyOf('staff', staffID)]),
  ];
}
