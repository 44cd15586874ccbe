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

/** @param {import('../fault-system.mjs').FaultSystem} system @throws Error whose cause is what is not ready after a minute */
export async function untilReady({ urls }) {
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
