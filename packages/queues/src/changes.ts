import { LOOK_MS, type Look, type ReviewKind } from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/* What processes publish to each other, so that open pages and sessions follow it. Who misses one finds it by asking again. */

const daysChannelOf = (prefix: string) => `${prefix}:ledger-changes`;
/** Here the ids of affiliates are published whose figures have changed. */
export const affiliateChannelOf = (prefix: string) => `${prefix}:affiliate-changes`;
const accessChannelOf = (prefix: string) => `${prefix}:access-changes`;
const reviewChannelOf = (prefix: string) => `${prefix}:moderation-changes`;

interface Options {
  prefix?: string;
  /** Receives failures to publish, and of what is done with a message. */
  onError?: (error: unknown) => void;
}

/** Changes within this time are published together: an import makes thousands a second. */
const GATHER_MS = 150;

/** Publishes to every process which days' totals have changed, and whose. */
export interface ChangePublisher {
  /** Days as yyyy-mm-dd and ids of affiliates; gathered for a moment, then published. */
  publish: (days: readonly string[], affIDs: readonly number[]) => void;
  /** Publishes what is gathered, and waits for what is under way. */
  close: () => Promise<void>;
}

/** Publishes changed days over a connection that is also used otherwise. */
export function startChangePublisher(redis: Redis, options: Options = {}): ChangePublisher {
  const { prefix = KEY_PREFIX, onError = () => {} } = options;
  const gathered = new Set<string>();
  const gatheredIDs = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  /** Resolves when everything handed to Redis so far is published, or has failed. */
  let published = Promise.resolve();

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const send = (channel: string, changed: Set<string> | Set<number>) => {
      if (changed.size === 0) return;
      const message = JSON.stringify([...changed].sort());
      changed.clear();
      const sent = redis.publish(channel, message).catch(onError);
      // Without their answers, each of which would keep all before it for as long as the process runs.
      published = Promise.all([published, sent]).then(() => undefined);
    };
    send(daysChannelOf(prefix), gathered);
    send(affiliateChannelOf(prefix), gatheredIDs);
    return published;
  };

  return {
    publish: (days, affIDs) => {
      for (const day of days) gathered.add(day);
      for (const affID of affIDs) gatheredIDs.add(affID);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    close: flush,
  };
}

/** Somebody whose access has changed: signed out, closed, other permissions. */
export interface ChangedPerson {
  kind: string;
  id: number;
}

/** For so long a change is counted (ms): far longer than a server goes by what it has read of a person. */
const COUNTED_MS = 3_600_000;

/** Start of the keys, followed by `kind:id`, of a number that each change of a record raises; none for an hour without one. */
export const accessKeys = (prefix: string) => `${prefix}:access:`;

/** Counts a change of somebody's record, and publishes it for what stays open between requests. */
export async function publishAccess(
  redis: Redis,
  { kind, id }: ChangedPerson,
  prefix = KEY_PREFIX,
): Promise<void> {
  const key = `${accessKeys(prefix)}${kind}:${id}`;
  await redis
    .multi()
    .incr(key)
    .pexpire(key, COUNTED_MS)
    .publish(accessChannelOf(prefix), JSON.stringify({ kind, id }))
    .exec();
}

/** More of them nobody reads, and no message gets longer. */
const MAX_LOOKS = 200;

/** A sorted set: who looks at what, by when that ends unless it is repeated. */
const looksKey = (prefix: string) => `${prefix}:looks`;

/** A moderator, as others are shown them; id: their adminID. */
interface Moderator {
  id: number;
  emailAddress: string;
}

interface Item {
  kind: ReviewKind;
  id: number;
}

/** An item with whom it concerns. */
type ItemOf = Item & { moderator: Moderator };

type Member = [kind: ReviewKind, id: number, adminID: number, emailAddress: string];
const memberOf = ({ kind, id, moderator }: ItemOf): string =>
  JSON.stringify([kind, id, moderator.id, moderator.emailAddress] satisfies Member);

/** What changes for moderators: what waits in a queue, or who has which item open. */
export type ModerationChange = 'queues' | 'looks';

const publishChange = (redis: Redis, change: ModerationChange, prefix: string) =>
  redis.publish(reviewChannelOf(prefix), change);

/** A moderator has an item open, for LOOK_MS from `now` unless that is repeated. */
export async function look(redis: Redis, item: ItemOf, prefix = KEY_PREFIX, now = Date.now()): Promise<void> {
  const key = looksKey(prefix);
  const results = await redis
    .multi()
    // What has ended already is new when it is repeated.
    .zremrangebyscore(key, '-inf', now)
    .zadd(key, now + LOOK_MS, memberOf(item))
    .pexpire(key, LOOK_MS)
    .exec();
  if (results?.[1]?.[1] === 1) await publishChange(redis, 'looks', prefix);
}

export async function lookAway(redis: Redis, item: ItemOf, prefix = KEY_PREFIX): Promise<void> {
  const left = await redis.zrem(looksKey(prefix), memberOf(item));
  if (left > 0) await publishChange(redis, 'looks', prefix);
}

/** Who has which item open at a moment, and in how many ms the first of them ends; undefined: there is none. */
export async function readLooks(
  redis: Redis,
  prefix = KEY_PREFIX,
  now = Date.now(),
): Promise<{ looks: (Look & { adminID: number })[]; endsInMs: number | undefined }> {
  const range = [`(${now}`, '+inf', 'WITHSCORES', 'LIMIT', 0, MAX_LOOKS] as const;
  const found = await redis.zrangebyscore(looksKey(prefix), ...range);
  const looks = found.flatMap((member, at) => {
    if (at % 2 === 1) return [];
    const [kind, id, adminID, by] = JSON.parse(member) as Member;
    return [{ kind, id, adminID, by }];
  });
  const [, firstEnd] = found;
  return { looks, endsInMs: firstEnd === undefined ? undefined : Number(firstEnd) - now };
}

/** An item has come into a queue or left it; a `moderator` has judged it and no longer looks at it. */
export async function publishReview(
  redis: Redis,
  { moderator, ...item }: Item & { moderator?: Moderator },
  prefix = KEY_PREFIX,
): Promise<void> {
  if (moderator) await redis.zrem(looksKey(prefix), memberOf({ ...item, moderator }));
  await publishChange(redis, 'queues', prefix);
}

export interface ChangeListener {
  onChange: (days: string[]) => void;
  onAffiliates: (affIDs: number[]) => void;
  onAccess: (person: ChangedPerson) => void;
  onModeration: (change: ModerationChange) => void;
  /** The connection was lost or is back: changes published meanwhile may be missed. */
  onGap: () => void;
}

/** Listens to all processes, on a connection of its own: subscribed it can do nothing else. @throws Error without Redis */
export async function listenForChanges(
  redis: Redis,
  { onChange, onAffiliates, onAccess, onModeration, onGap }: ChangeListener,
  { prefix = KEY_PREFIX, onError = () => {} }: Options = {},
): Promise<void> {
  const readers: Record<string, (message: string) => void> = {
    [daysChannelOf(prefix)]: (days) => onChange(JSON.parse(days)),
    [affiliateChannelOf(prefix)]: (affIDs) => onAffiliates(JSON.parse(affIDs)),
    [accessChannelOf(prefix)]: (person) => onAccess(JSON.parse(person)),
    [reviewChannelOf(prefix)]: (change) => onModeration(change as ModerationChange),
  };
  redis.on('message', (channel, message) => {
    try {
      readers[channel]?.(message);
    } catch (error) {
      onError(error);
    }
  });
  redis.on('close', onGap);
  await redis.subscribe(...Object.keys(readers));
}
