import { LOOK_MS, type Look, type ReviewKind } from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';
import { listenTo } from './listen-to';

/** More of them nobody reads, and no message gets longer. */
const MAX_LOOKS = 200;

const channelOf = (prefix: string) => `${prefix}:moderation-changes`;
/** A sorted set: who looks at what, by when that ends unless it is repeated. */
const looksKey = (prefix: string) => `${prefix}:looks`;

/** A moderator, as others are shown them. */
interface Moderator {
  /** adminID */
  id: number;
  emailAddress: string;
}

interface Item {
  kind: ReviewKind;
  id: number;
}

/** An item with whom it concerns. */
interface ItemOf extends Item {
  moderator: Moderator;
}

type Member = [kind: ReviewKind, id: number, adminID: number, emailAddress: string];
const memberOf = ({ kind, id, moderator }: ItemOf): string =>
  JSON.stringify([kind, id, moderator.id, moderator.emailAddress] satisfies Member);

/** What changes for moderators: what waits in a queue, or who has which item open. */
export type ModerationChange = 'queues' | 'looks';

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
  if (results?.[1]?.[1] === 1) await publish(redis, 'looks', prefix);
}

/** A moderator has left an item. */
export async function lookAway(redis: Redis, item: ItemOf, prefix = KEY_PREFIX): Promise<void> {
  const left = await redis.zrem(looksKey(prefix), memberOf(item));
  if (left > 0) await publish(redis, 'looks', prefix);
}

/** Who has which item open at a moment, and in how many ms the first of them ends; undefined: there is none. */
export async function readLooks(
  redis: Redis,
  prefix = KEY_PREFIX,
  now = Date.now(),
): Promise<{ looks: (Look & { adminID: number })[]; endsInMs: number | undefined }> {
  const found = await redis.zrangebyscore(
    looksKey(prefix),
    `(${now}`,
    '+inf',
    'WITHSCORES',
    'LIMIT',
    0,
    MAX_LOOKS,
  );
  const looks = found.flatMap((member, at) => {
    if (at % 2 === 1) return [];
    const [kind, id, adminID, by] = JSON.parse(member) as Member;
    return [{ kind, id, adminID, by }];
  });
  const [, firstEnd] = found;
  return { looks, endsInMs: firstEnd === undefined ? undefined : Number(firstEnd) - now };
}

/**
 * Publishes that an item has come into a queue or left it.
 * @param change its moderator, if it names one, has judged the item and no longer looks at it
 */
export async function publishReview(
  redis: Redis,
  { moderator, ...item }: Item & { moderator?: Moderator },
  prefix = KEY_PREFIX,
): Promise<void> {
  if (moderator) await redis.zrem(looksKey(prefix), memberOf({ ...item, moderator }));
  await publish(redis, 'queues', prefix);
}

async function publish(redis: Redis, change: ModerationChange, prefix: string): Promise<void> {
  await redis.publish(channelOf(prefix), change);
}

/** Listens for changes of all processes. @throws as listenTo */
export const listenForModeration = (
  redis: Redis,
  onChange: (change: ModerationChange) => void,
  prefix = KEY_PREFIX,
): Promise<void> => listenTo(redis, channelOf(prefix), (message) => onChange(message as ModerationChange));
