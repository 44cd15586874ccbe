import type { RetryRule } from '@partnerdesk/contracts';
import {
  EventModel,
  eventOf,
  ingestEvents,
  parseEventLine,
  RefusedEventModel,
  releaseKeys,
  type StoredRefusal,
} from '../ledger';
import { MailModel, type MailState, type StoredMail } from '../platform';

/** Work of any kind that has failed for good (docs/RULES.md, Accounts and access "Failed work"). */
export interface FailedItem {
  id: string;
  what: string;
  at: Date;
  reason: string;
  retry: RetryRule;
  attempts?: number;
  line?: number;
  content?: string;
}

/** Where work has failed, and how it is begun again. */
export interface FailedWorkSource {
  /** The latest first; waiting events the oldest first. */
  list: (skip: number, limit: number) => Promise<FailedItem[]>;
  /** Ids of what a call which begins all again may, in its order, MOST_A_CALL of them; missing: those of `list`. */
  next?: () => Promise<string[]>;
  /** Safe to call twice. @param withAll nobody named them @returns how many of them were begun again, or are done by this */
  retry: (ids: readonly string[], withAll: boolean) => Promise<number>;
}

/** Items that are counted; beyond that there are "more than". */
const COUNTED = 1000;
const SHOWN_REASONS = 5;
const REASON_LENGTH = 200;

export async function summarizeFailed({ list }: Pick<FailedWorkSource, 'list'>) {
  const found = await list(0, COUNTED + 1);
  const items = found.slice(0, COUNTED);
  const counts = new Map<string, number>();
  for (const { reason } of items) {
    const shown = reason.slice(0, REASON_LENGTH);
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const first = items.reduce<Date | undefined>((min, { at }) => (min && min < at ? min : at), undefined);
  return {
    count: items.length,
    more: found.length > COUNTED,
    oldestAt: first?.toISOString() ?? null,
    reasons: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
      .slice(0, SHOWN_REASONS),
  };
}

const STEP = 500;

/** Within the time that a browser waits for an answer, and the last step takes some of that. */
const RETRY_ALL_MS = 10_000;
/** More than a call gets through in that time: a million that wait are not all held in memory. */
const MOST_A_CALL = 50_000;

/**
 * Begins one item again, or all that may be retried together, in steps until `forMs` is over, one at least.
 * @returns `left`: those that are as they were, also those that there was no time for
 */
export async function retryFailed(source: FailedWorkSource, id?: string, forMs = RETRY_ALL_MS) {
  const until = Date.now() + forMs;
  const ids = id ? [id] : await (source.next?.() ?? retriedWithAll(source));
  let retried = 0;
  for (let from = 0; from < ids.length; from += STEP) {
    if (from > 0 && Date.now() >= until) break;
    retried += await source.retry(ids.slice(from, from + STEP), !id);
  }
  return { retried, left: ids.length - retried };
}

/** However many come before them that are begun again alone, or never. */
async function retriedWithAll({ list }: FailedWorkSource): Promise<string[]> {
  // What fails meanwhile moves the others on, so that one may be listed twice.
  const ids = new Set<string>();
  for (let skip = 0; ; skip += STEP) {
    const found = await list(skip, STEP);
    for (const item of found) if (item.retry === 'with-all') ids.add(item.id);
    if (found.length < STEP) return [...ids];
  }
}

const failedBy = (...states: MailState[]) => ({ state: { $in: states } });
const FAILED = failedBy('failed', 'unsure');

/** One that the mail server may have got is sent again only by itself: a person decides whether it may arrive twice. */
export const failedMails = {
  async list(skip, limit) {
    const mails = await MailModel.find(FAILED, { textEncrypted: 0 })
      .sort({ createdAt: -1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .lean<StoredMail[]>();
    return mails.map(
      ({ _id: id, kind, createdAt: at, attempts, state, lastError }): FailedItem => ({
        id,
        what: kind,
        at,
        attempts,
        ...(state === 'unsure'
          ? { reason: 'The mail server may have it already', retry: 'alone' }
          : { reason: lastError ?? 'It could not be prepared', retry: 'with-all' }),
      }),
    );
  },
  /** In one read: pages of 50,000 took as long as a request may. */
  async next() {
    const mails = await MailModel.find(failedBy('failed'), { _id: 1 })
      .sort({ createdAt: -1, _id: 1 })
      .limit(MOST_A_CALL)
      .lean();
    return mails.map(({ _id }) => _id);
  },
  /** They wait as new ones do; if their jobs are not made, a sweep makes them. */
  async retry(ids, withAll) {
    const { modifiedCount } = await MailModel.updateMany(
      // Another call may have begun one again since it was listed, and that try may have reached the mail server.
      { _id: { $in: [...ids] }, ...(withAll ? failedBy('failed') : FAILED) },
      { $set: { state: 'waiting', attempts: 0 }, $unset: { givenUpAt: 1 } },
    );
    return modifiedCount;
  },
} satisfies FailedWorkSource;

/** Refused events that may be taken in again: their line is kept, and whole. */
const RETRIABLE = { line: { $exists: true }, cut: { $ne: true } };

/** Those that the ledger holds are refused for good. */
export const refusedEvents = {
  async list(skip, limit) {
    const refusals = await RefusedEventModel.find()
      .sort({ refusedAt: -1, _id: 1 })
      .skip(skip)
      .limit(limit)
      .lean<StoredRefusal[]>();
    const held = refusals.flatMap(({ line, eventID }) => (line ? [] : (eventID ?? [])));
    const events = held.length ? await EventModel.find({ _id: { $in: held } }).lean() : [];
    const contents = new Map(events.map((event) => [event._id, JSON.stringify(eventOf(event))]));
    return refusals.map(
      ({ _id: id, eventID, refusedAt: at, reason, times: attempts, line, cut, content }): FailedItem => ({
        id,
        what: eventID ?? '',
        at,
        reason,
        retry: line && !cut ? 'with-all' : 'never',
        attempts,
        ...(line ? { line, content: content ?? '' } : { content: contents.get(eventID ?? '') ?? '' }),
      }),
    );
  },
  /** Those refused least often: what is refused again keeps no other from its turn. */
  async next() {
    const refusals = await RefusedEventModel.find(RETRIABLE, { _id: 1 })
      .sort({ times: 1, refusedAt: -1, _id: 1 })
      .limit(MOST_A_CALL)
      .lean<StoredRefusal[]>();
    return refusals.map(({ _id }) => _id);
  },
  /** Takes them in again; what is accepted, or known by now, is refused no more. */
  async retry(ids) {
    const refusals = await RefusedEventModel.find({ _id: { $in: ids }, ...RETRIABLE }).lean<
      StoredRefusal[]
    >();
    if (refusals.length === 0) return 0;
    const { refused } = await ingestEvents(
      refusals.map(({ content }, index) => parseEventLine(content ?? '', index + 1)),
    );
    const again = new Set(refused.map(({ line }) => refusals[line - 1]?._id));
    const done = refusals.flatMap(({ _id }) => (again.has(_id) ? [] : _id));
    await RefusedEventModel.deleteMany({ _id: { $in: done } });
    return done.length;
  },
} satisfies FailedWorkSource;

/** Delivery out of order takes minutes; after a day somebody should look (ms). */
const OVERDUE_MS = 86_400_000;

const overdue = () => ({ waitingSince: { $exists: true, $lt: new Date(Date.now() - OVERDUE_MS) } });

export const overdueEvents = {
  async list(skip, limit) {
    const events = await EventModel.find(overdue()).sort({ waitingSince: 1 }).skip(skip).limit(limit).lean();
    return events.map((event): FailedItem => {
      const { _id: id, type: what, waitingSince: at = event.at, waitsFor = '' } = event;
      const reason = `Waits for ${waitsFor.replace(':', ' ')}`;
      return { id, what, at, reason, retry: 'with-all', content: JSON.stringify(eventOf(event)) };
    });
  },
  async next() {
    const events = await EventModel.find(overdue(), { _id: 1 })
      .sort({ waitingSince: 1 })
      .limit(MOST_A_CALL)
      .lean();
    return events.map(({ _id }) => _id);
  },
  async retry(ids) {
    const waiting = { _id: { $in: ids }, waitsFor: { $exists: true } };
    const events = await EventModel.find(waiting, { waitsFor: 1 }).lean();
    await releaseKeys([...new Set(events.flatMap(({ waitsFor }) => waitsFor ?? []))]);
    return events.length - (await EventModel.countDocuments(waiting));
  },
} satisfies FailedWorkSource;
