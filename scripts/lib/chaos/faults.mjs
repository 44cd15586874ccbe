import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@partnerdesk/testing/services';

/** A part that was down is ready again within this, or the run fails (ms). */
const RECOVERY_BOUND_MS = 60_000;

/**
 * Injects one fault after the other until the time is over, each for a while, and measures how long all web servers
 * take to be ready again.
 * @param {{ system: import('../fault-system.mjs').FaultSystem, random: import('./random.mjs').Random, until: number,
 *   links: Record<string, import('./faulty-link.mjs').FaultyLink>, say: (line: string) => void }} how `until` (ms since 1970)
 */
export async function injectFaults({ system, links, random, until, say }) {
  /** @type {Record<string, number>} */
  const injected = {};
  let longestRecovery = { ms: 0, after: 'nothing' };
  while (Date.now() < until) {
    await sleep(random.between(500, 4000));
    const fault = chooseFault({ system, links, random });
    injected[fault.name] = (injected[fault.name] ?? 0) + 1;
    const lastMs = random.between(200, fault.longestMs);
    say(`${fault.name} for ${lastMs} ms`);
    await fault.begin();
    await sleep(lastMs);
    await fault.end?.();
    const ended = Date.now();
    await untilReady(system);
    const ms = Date.now() - ended;
    if (ms > longestRecovery.ms) longestRecovery = { ms, after: fault.name };
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
  return random.pick([
    { name: `kill ${part}`, longestMs: 4000, begin: () => system.end(part), end: () => system.start(part) },
    {
      name: `fill the memory of ${program}`,
      longestMs: 2000,
      // It goes on working until it dies of its limit (memory-filler.cjs).
      begin: () => system.end(program, 'SIGUSR2'),
      end: () => system.start(program),
    },
    {
      name: `pause ${part}`,
      longestMs: 12_000,
      begin: () => system.pause(part),
      end: () => system.resume(part),
    },
    {
      name: `restart ${server}`,
      longestMs: 500,
      begin: () => system.end(server, 'SIGTERM'),
      end: () => system.start(server),
    },
    { name: `cut the line to ${line}`, longestMs: 300, begin: () => link.cut() },
    { name: `close the line to ${line}`, longestMs: 6000, begin: () => link.close(), end: () => link.open() },
    {
      name: `slow the line to ${line}`,
      longestMs: 6000,
      begin: () => link.slow(delayMs),
      end: () => link.slow(0),
    },
  ]);
}

/** @param {import('../fault-system.mjs').FaultSystem} system @throws Error whose cause is what is not ready after a minute */
export async function untilReady({ urls }) {
  for (const url of urls) {
    const how = { what: `${url} to be ready`, timeoutMs: RECOVERY_BOUND_MS, everyMs: 50 };
    await waitFor(() => isReady(url), how);
  }
}

/** @param {string} url @throws Error with what is not ready */
async function isReady(url) {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return true;
}
