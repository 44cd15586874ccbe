import { buildServers, COMMAND_PROJECTS } from './builds.mjs';
import { Failure } from './failure.mjs';
import { ensureInstalled } from './install.mjs';
import { publishChanges } from './publish-changes.mjs';
import { withServices } from './services.mjs';

/** @typedef {typeof import('@partnerdesk/domain')} Domain */

/**
 * Runs a command on the business's data: everything that it needs is installed, built, started or found, and
 * the domain is connected for as long as `run` takes.
 * @template T
 * @param {Parameters<typeof withServices>[0]} how `data`: the folder, default DATA_DIR, else `.data`; `redis`: also a Redis;
 *   `existing`: it is for data that is there; `command`: what the command calls itself to others that find the folder taken
 * @param {(domain: Domain, env: import('@partnerdesk/node').Env, raw: NodeJS.ProcessEnv) => Promise<T>} run `raw`:
 *   the environment that a server of this data is started with
 * @returns {Promise<T>}
 * @throws {Failure} when the database has not answered for as long as a command waits, or went while it was read; what `run`
 *   throws
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

/** What was stored until a command ended for the database's sake. */
const STAYS = 'What was stored until then stays: start the command again';

/**
 * @param {Domain} domain
 * @returns {(error: unknown) => never} throws it, as one line what keeps a process from starting and an outage of the database
 */
const inOneLine = (domain) => (error) => {
  if (error instanceof Error && error.name === 'StartError') throw new Failure(error.message);
  const isAway = error instanceof Error && /^Mongo(ose)?ServerSelectionError$/.test(error.name);
  if (isAway) throw new Failure(`The database has had no primary for a minute. ${STAYS} when it answers.`);
  if (domain.isPassingOutage(error))
    throw new Failure(`The connection to the database was lost, as when its primary changes. ${STAYS}.`);
  throw error;
};
