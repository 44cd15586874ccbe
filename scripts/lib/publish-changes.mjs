/**
 * Notifies servers and open screens, through Redis, of the days whose figures and the people whose access a command
 * changes. Without Redis, and if it fails, they find out by polling.
 * @param {typeof import('@partnerdesk/domain')} domain
 * @param {string | undefined} redisUrl
 * @returns {Promise<() => Promise<void>>} publishes the rest and ends it
 */
export async function publishChanges(domain, redisUrl) {
  if (!redisUrl) return async () => {};
  const { Redis } = await import('ioredis');
  const { publishAccess, startChangePublisher } = await import('@partnerdesk/queues');
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  const publisher = startChangePublisher(redis);
  const stop = domain.onLedgerChange(publisher.publish);
  /** @type {Promise<void>[]} */
  const published = [];
  const stopAccess = domain.onAccessChange((person) => {
    published.push(publishAccess(redis, person).catch(() => {}));
  });
  return async () => {
    stop();
    stopAccess();
    await Promise.all(published);
    await publisher.close();
    redis.disconnect();
  };
}
