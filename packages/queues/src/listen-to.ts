import type { Redis } from 'ioredis';

/** Listens to a channel, on a connection that is for subscriptions. @throws Error without Redis */
export async function listenTo(
  redis: Redis,
  channel: string,
  onMessage: (message: string) => void,
): Promise<void> {
  redis.on('message', (from, message) => {
    if (from === channel) onMessage(message);
  });
  await redis.subscribe(channel);
}
