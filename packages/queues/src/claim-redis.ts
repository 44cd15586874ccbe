import { StartError } from '@partnerdesk/node';
import type { Redis } from 'ioredis';
import { KEY_PREFIX } from './create-queue';

/**
 * Makes sure that a Redis is this installation's: with another one's queues, workers would take jobs whose records they do
 * not have. The first to come has it. @throws StartError when another installation has it
 */
export async function claimRedisOrThrow(
  redis: Pick<Redis, 'set' | 'get'>,
  installationID: string,
  prefix: string = KEY_PREFIX,
): Promise<void> {
  const key = `${prefix}:installation`;
  await redis.set(key, installationID, 'NX');
  if ((await redis.get(key)) === installationID) return;
  throw new StartError(
    'The Redis of REDIS_URL holds the queues and sessions of an installation with another database. Name another server ' +
      'or another database of it (redis://host:6379/1), or empty this one (FLUSHDB) if its database was replaced.',
  );
}
