import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { FaultSystem } from '../fault-system.mjs';
import { inRoot } from '../paths.mjs';
import { addPeople } from './business.mjs';
import { Tally } from './caller.mjs';
import { checkLedger } from './check-ledger.mjs';
import { injectFaults, untilReady } from './faults.mjs';
import { FaultyLink } from './faulty-link.mjs';
import { Acknowledged, runLoad } from './load.mjs';
import { seededRandom } from './random.mjs';

/** How long a call of this process to the database may take (ms). */
const CALL_MS = 30_000;

/**
 * Runs the whole system under a mixed load while its parts are killed, paused, restarted, cut off and slowed down, then
 * checks the ledger. The seed decides what is done and to which part; how it falls in time differs from run to run.
 * @param {{ minutes: number, seed: number, say?: (line: string) => void }} how
 */
export async function runChaos({ minutes, seed, say = () => {} }) {
  const random = seededRandom(seed);
  const dir = mkdtempSync(join(tmpdir(), 'partnerdesk-chaos-'));
  const system = new FaultSystem(dir);
  /** @type {Record<string, FaultyLink>} */
  const links = {};
  const { startSmtpSink } = createRequire(import.meta.url)(inRoot('packages/testing/dist/smtp-sink.js'));
  const sink = await startSmtpSink();
  try {
    const between = async (/** @type {string} */ name, /** @type {number} */ port) => {
      const link = new FaultyLink(port);
      links[name] = link;
      return link.listen();
    };
    const env = { TRUST_PROXY: '127.0.0.1', SMTP_URL: sink.url };
    await system.prepare({ servers: 2, workers: 2, env, between });
    system.start('mongo');
    await system.connect({ callMs: CALL_MS });
    await addPeople();
    const { eventsSecret: secret } = readEnv(system.env);
    for (const name of system.names) system.start(name);
    await untilReady(system);
    say(`Logs: ${dir}`);

    const until = Date.now() + minutes * 60_000;
    const tally = new Tally();
    const acknowledged = new Acknowledged();
    let over = false;
    const how = { urls: system.urls, tally, random: seededRandom(seed + 1), isOver: () => over };
    const load = runLoad({ ...how, secret, acknowledged });
    const supervisor = setInterval(() => system.keepAlive(), 500);
    const injection = await injectFaults({ system, links, random, until, say }).finally(() => {
      over = true;
      clearInterval(supervisor);
      return load;
    });
    await untilReady(system);
    const { figures, faults } = await checkLedger(acknowledged, sink.received);
    if (tally.hanging > 0) faults.push(`${tally.hanging} requests had no answer in bounded time`);
    if (tally.lostSessions > 0) faults.push(`${tally.lostSessions} sessions were lost`);
    return { tally, ...injection, memoryDeaths: system.memoryDeaths, figures, faults };
  } finally {
    await domain.disconnectDatabase();
    await system.stop();
    for (const link of Object.values(links)) link.end();
    await sink.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
