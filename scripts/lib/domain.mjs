import { buildServers, COMMAND_PROJECTS, ensureInstalled } from './builds.mjs';
import { Failure } from './command.mjs';
import { withServices } from './services.mjs';

/** @typedef {typeof import('@partnerdesk/domain')} Domain */

/**
 * Runs a command on the business's data: everything that it needs is installed, built, started or found, and
 * the domain is connected for as long as `run` takes.
 * @template T
 * @param {Parameters<typeof withServices>[0]} how
 * @param {(domain: Domain, env: import('@partnerdesk/node').Env, raw: NodeJS.ProcessEnv) => Promise<T>} run `raw`:
 *   the environment that a server of this data is started with
 * @throws {Failure} when the product refuses it, or the database does not answer, or went while it was read
 */
export async function withDomain(how, run) {
  await ensureInstalled({ tests: false });
  await buildServers(undefined, COMMAND_PROJECTS);
  return withServices(how, async (env) => {
    const domain = await import('@partnerdesk/domain');
    const { readEnv } = await import('@partnerdesk/node');
    const read = readEnv({ REDIS_URL: 'redis://127.0.0.1', ...env });
    domain.configureDomain(domain.domainConfigOf(read));
    try {
      await domain.connectDatabase(read.mongoUrl).catch(inOneLine(domain));
      const stopPublishing = await publishChanges(domain, env.REDIS_URL);
      try {
        return await run(domain, read, env).catch(inOneLine(domain));
      } finally {
        await stopPublishing();
      }
    } finally {
      // Also where the data's keys or time zone are others: an open connection would keep the process.
      await domain.disconnectDatabase();
    }
  });
}

const STAYS = 'What was stored until then stays: start the command again';

/**
 * Throws an error again: what the product refuses, what keeps a process from starting, and an outage as one line.
 * @param {Domain} domain @returns {(error: unknown) => never}
 */
const inOneLine = (domain) => (error) => {
  if (error instanceof Error && /^(App|Backup|Start)Error$/.test(error.name))
    throw new Failure(error.message);
  const isAway = error instanceof Error && /^Mongo(ose)?ServerSelectionError$/.test(error.name);
  if (isAway) throw new Failure(`The database has had no primary for a minute. ${STAYS} when it answers.`);
  if (domain.isPassingOutage(error))
    throw new Failure(`The connection to the database was lost, as when its primary changes. ${STAYS}.`);
  throw error;
};

/**
 * Notifies servers and open screens, through Redis, of the days whose figures and the people whose access a command
 * changes. Without Redis, and if it fails, they find out by polling.
 * @param {Domain} domain @param {string | undefined} redisUrl
 * @returns {Promise<() => Promise<void>>} publishes the rest and ends it
 */
async function publishChanges(domain, redisUrl) {
  if (!redisUrl) return async () => {};
  const { Redis } = await import('ioredis');
  const { publishAccess, startChangePublisher } = await import('@partnerdesk/queues');
  const once = { maxRetriesPerRequest: 1, retryStrategy: () => null };
  const redis = new Redis(redisUrl, { ...once, lazyConnect: true });
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
