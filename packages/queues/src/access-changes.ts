import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';
import { listenTo } from './listen-to';

/** Somebody whose access has changed: signed out, closed, other permissions. */
export interface ChangedPerson {
  kind: string;
  id: number;
}

const channelOf = (prefix: string) => `${prefix}:access-changes`;

/** For so long a change is counted (ms): far longer than a server goes by what it has read of a person. */
const COUNTED_MS = 3_600_000;

/**
 * Start of the keys, followed by `kind:id`, of the number that each change of somebody's record raises. Without a change
 * for an hour there is none.
 */
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
    .publish(channelOf(prefix), JSON.stringify({ kind, id }))
    .exec();
}

/** Listens for changes of all processes. @throws as listenTo */
export const listenForAccess = (
  redis: Redis,
  onChange: (person: ChangedPerson) => void,
  prefix = KEY_PREFIX,
): Promise<void> => listenTo(redis, channelOf(prefix), (message) => onChange(JSON.parse(message)));
