import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { waitFor } from '@partnerdesk/testing/services';
import { FaultSystem } from '../fault-system.mjs';
import { inRoot } from '../paths.mjs';
import { Tally } from './caller.mjs';
import { checkLedger } from './check-ledger.mjs';
import { FaultyLink } from './faulty-link.mjs';
import { Acknowledged, addPeople, runLoad } from './load.mjs';
import { seededRandom } from './random.mjs';

/** How long a call of this process to the database may take (ms). */
const CALL_MS = 30_000;
/** A part that was down is ready again within this, or the run fails (ms). */
const RECOVERY_BOUND_MS = 60_000;

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

/**
 * Injects one fault after the other until the time is over, each for a while, and measures how long all web servers
 * take to be ready again.
 * @param {{ system: FaultSystem, random: import('./random.mjs').Random, until: number,
 *   links: Record<string, FaultyLink>, say: (line: string) => void }} how `until` (ms since 1970)
 */
async function injectFaults({ system, links, random, until, say }) {
  /** @type {Record<string, number>} */
  const injected = {};
  let longestRecovery = { ms: 0, after: 'nothing' };
  while (Date.now() < until) {
    await sleep(random.between(500, 4000));
    const [name, longestMs, begin, end] = chooseFault({ system, links, random });
    injected[name] = (injected[name] ?? 0) + 1;
    const lastMs = random.between(200, longestMs);
    say(`${name} for ${lastMs} ms`);
    await begin();
    await sleep(lastMs);
    await end?.();
    const ended = Date.now();
    await untilReady(system);
    const ms = Date.now() - ended;
    if (ms > longestRecovery.ms) longestRecovery = { ms, after: name };
  }
  return { injected, longestRecovery };
}

/** @param {Pick<Parameters<typeof injectFaults>[0], 'system' | 'links' | 'random'>} how */
function chooseFault({ system, links, random }) {
  const part = random.pick(system.names);
  const server = random.pick(system.names.filter((name) => /^(bff|worker)/.test(name)));
  const program = random.pick(system.names.filter((name) => name !== 'redis'));
  const line = random.pick(Object.keys(links));
  const link = links[line];
  const delayMs = random.between(10, 150);
  const again = (/** @type {string} */ name) => () => system.start(name);
  /** @type {[name: string, longestMs: number, begin: () => unknown, end?: () => unknown][]} */
  const faults = [
    [`kill ${part}`, 4000, () => system.end(part), again(part)],
    // It goes on working until it dies of its limit (memory-filler.cjs).
    [`fill the memory of ${program}`, 2000, () => system.end(program, 'SIGUSR2'), again(program)],
    [`pause ${part}`, 12_000, () => system.pause(part), () => system.resume(part)],
    [`restart ${server}`, 500, () => system.end(server, 'SIGTERM'), again(server)],
    [`cut the line to ${line}`, 300, () => link.cut()],
    [`close the line to ${line}`, 6000, () => link.close(), () => link.open()],
    [`slow the line to ${line}`, 6000, () => link.slow(delayMs), () => link.slow(0)],
  ];
  return random.pick(faults);
}

/** @param {FaultSystem} system @throws Error whose cause is what is not ready after a minute */
async function untilReady({ urls }) {
  for (const url of urls) {
    const isReady = async () => {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return true;
    };
    await waitFor(isReady, { what: `${url} to be ready`, timeoutMs: RECOVERY_BOUND_MS, everyMs: 50 });
  }
}
