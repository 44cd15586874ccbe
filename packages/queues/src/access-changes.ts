import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/** Somebody whose access has changed: signed out, closed, other permissions. */
export interface ChangedPerson {
  kind: string;
  id: number;
}

const channelOf = (prefix: string) => `${prefix}:access-changes`;

/** Publishes to every server whose access has changed, for what stays open between requests. */
export async function publishAccess(
  redis: Redis,
  { kind, id }: ChangedPerson,
  prefix = KEY_PREFIX,
): Promise<void> {
  await redis.publish(channelOf(prefix), JSON.stringify({ kind, id }));
}

/** Listens for changes of all processes, on a connection that is for subscriptions. @throws Error without Redis */
export async function listenForAccess(
  redis: Redis,
  onChange: (person: ChangedPerson) => void,
  prefix = KEY_PREFIX,
): Promise<void> {
  redis.on('message', (channel, message) => {
    if (channel === channelOf(prefix)) onChange(JSON.parse(message));
  });
  await redis.subscribe(channelOf(prefix));
}
