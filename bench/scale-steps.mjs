import { inRoot } from '../scripts/lib/paths.mjs';
import { enter, senders } from './calls.mjs';
import { numbered } from './data.mjs';
import { report } from './figures.mjs';

const STEPS = [1, 2, 4];
const CONNECTIONS = 40;
/** Visitors come from the addresses that the bench names. */
export const FROM_PROXY = { TRUST_PROXY: '127.0.0.1' };
export const PASSWORD = 'bench-pass-1';

/** @typedef {{ affID: number, cookie: string }} Person */

/** Signs the first of the affiliates in, each from an address of their own. @returns {Promise<Person[]>} */
export async function signInMany(url, count) {
  const people = [];
  for (const affID of numbered(count)) {
    const login = { EmailAddress: `aff${affID}@example.com`, Password: PASSWORD };
    people.push({ affID, cookie: await enter(url, login, `198.51.100.${affID}`) });
  }
  return people;
}

/**
 * Asks for quick-statistics, over as many connections as people, each of which asks for all of them in turn.
 * @param {(ms: number) => void} [onAnswer] each answer's time
 * @returns {Promise<{ rate: number, p50: number, p99: number, max: number }>} calls a second; ms
 * @throws Error when an answer is another than 200
 */
export async function load(url, people, seconds, onAnswer = () => {}) {
  const requests = people.map(({ affID, cookie }) => {
    return { method: 'GET', path: `/api/quick-statistics?affID=${affID}`, headers: { cookie } };
  });
  const { default: autocannon } = await import('autocannon');
  const running = autocannon({ url, connections: people.length, duration: seconds, requests });
  running.on('response', (_client, _status, _bytes, ms) => onAnswer(ms));
  const { requests: answered, latency, non2xx, errors } = await running;
  if (non2xx || errors) throw new Error(`${non2xx} other answers, ${errors} errors`);
  return { rate: answered.average, p50: latency.p50, p99: latency.p99, max: latency.max };
}

/** A program of scale-servers.mjs. */
export function startBeside(start, args, env) {
  const ready = (output) => /^http:.*$/m.exec(output)?.[0];
  return start.program(args[0], [inRoot('bench', 'scale-servers.mjs'), ...args], { env, ready });
}

/**
 * 1, 2 and 4 web servers and as many workers behind a small proxy, on the same database and Redis: how many calls they
 * answer.
 */
export async function growStepByStep({ start, values: { seconds } }) {
  for (const count of STEPS) {
    const servers = await Promise.all(numbered(count).map(() => start.server(FROM_PROXY)));
    const workers = await Promise.all(numbered(count).map(() => start.worker()));
    const urls = servers.map(({ url }) => url);
    const proxy = await startBeside(start, ['proxy', ...urls.map((url) => new URL(url).port)]);
    const people = await signInMany(urls[0], CONNECTIONS);
    await load(proxy.url, people, seconds);
    const { rate, p99 } = await load(proxy.url, people, seconds);
    report(`calls a second, ${count} web servers and workers`, rate, 'calls/s');
    report(`their p99, ${count} web servers and workers`, p99, 'ms');
    await Promise.all([proxy, ...servers, ...workers].map(({ end }) => end()));
  }
}

/** One sender of events, and two at once on two servers: what they reach. @param {import('./frame.mjs').Bench} bench */
export async function twoSenders({ env, start, values: { seconds } }) {
  const servers = [await start.server(), await start.server()];
  const urls = servers.map(({ url }) => url);
  for (const count of [1, 2]) {
    const { perSecond } = await senders(env.EVENTS_SECRET, urls, count, CONNECTIONS).during(seconds);
    report(`events of ${count} senders on as many web servers`, perSecond, 'events/s');
  }
  await Promise.all(servers.map(({ end }) => end()));
}
