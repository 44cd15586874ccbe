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
 * @param {{ data?: string, redis?: boolean, command: string }} how `data`: the folder, default DATA_DIR, else `.data`;
 *   `redis`: also a Redis; `command`: what the command calls itself to others that find the folder taken
 * @param {(domain: Domain, env: import('@partnerdesk/node').Env, raw: NodeJS.ProcessEnv) => Promise<T>} run `raw`:
 *   the environment that a server of this data is started with
 * @returns {Promise<T>}
 * @throws {Failure} when the database has not answered for as long as a command waits; what `run` throws
 */
export async function withDomain(how, run) {
  await ensureInstalled();
  await buildServers(undefined, COMMAND_PROJECTS);
  return withServices(how, async ({ env }) => {
    const domain = await import('@partnerdesk/domain');
    const { readEnv } = await import('@partnerdesk/node');
    const read = readEnv({ REDIS_URL: 'redis://127.0.0.1', ...env });
    domain.configureDomain(domain.domainConfigOf(read));
    await domain.connectDatabase(read.mongoUrl).catch(inOneLine);
    const stopPublishing = await publishChanges(domain, env.REDIS_URL);
    try {
      return await run(domain, read, env).catch(inOneLine);
    } finally {
      await stopPublishing();
      await domain.disconnectDatabase();
    }
  });
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function inOneLine(error) {
  const isAway = error instanceof Error && /^Mongo(ose)?ServerSelectionError$/.test(error.name);
  throw isAway
    ? new Failure(
        'The database has had no primary for a minute. What was stored until then stays: start the command again when it answers.',
      )
    : error;
}
