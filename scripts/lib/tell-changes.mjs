/**
 * Has open screens told which days' figures a command changes, where there is a Redis to tell them by: without it, and
 * if it fails, they find out by asking.
 * @param {typeof import('@partnerdesk/domain')} domain
 * @param {string | undefined} redisUrl
 * @returns {Promise<() => Promise<void>>} tells the rest and ends it
 */
export async function tellChanges(domain, redisUrl) {
  if (!redisUrl) return async () => {};
  const { Redis } = await import('ioredis');
  const { startChangePublisher } = await import('@partnerdesk/queues');
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  const publisher = startChangePublisher(redis);
  const stop = domain.onLedgerChange(publisher.tell);
  return async () => {
    stop();
    await publisher.close();
    redis.disconnect();
  };
}
