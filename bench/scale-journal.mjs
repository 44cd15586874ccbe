import { FaultyLink } from '../scripts/lib/chaos/faulty-link.mjs';
import { report } from './figures.mjs';
import { during, senders } from './senders.mjs';
import { startServer } from './web-server.mjs';

/** What a call to the database takes longer, there and back (ms). */
const ROUND_TRIPS = [0, 2, 5];
const CONNECTIONS = 64;
const MEMBERS = 40;

/**
 * The journal is the one thing that all servers write in turn. How many events a second it takes with one event a call
 * over 64 connections, when the database is so far away: by a line that holds up what passes, in both directions.
 * @param {import('../scripts/lib/domain.mjs').Domain} _domain
 * @param {NodeJS.ProcessEnv} env
 * @param {{ seconds: number }} how
 */
export async function stretchTheLine(_domain, env, { seconds }) {
  const address = new URL(env.MONGO_URL ?? '');
  const link = new FaultyLink(Number(address.port));
  address.port = String(await link.listen());
  const { child, url } = await startServer({ ...env, MONGO_URL: address.href });
  try {
    for (const ms of ROUND_TRIPS) {
      link.slow(ms / 2);
      const { perSecond, p50, p99 } = await during(
        seconds,
        senders(env.EVENTS_SECRET ?? '', [url], CONNECTIONS, MEMBERS),
      );
      console.log(`+${ms} ms a round trip: p50 ${p50} ms, p99 ${p99} ms`);
      report({
        ...{ what: `${CONNECTIONS} connections, one event a call, database ${ms} ms further away` },
        ...{ value: perSecond, unit: 'events/s' },
      });
    }
  } finally {
    link.slow(0);
    child.kill('SIGTERM');
    link.end();
  }
  return true;
}
