import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePort } from '../scripts/lib/ports.mjs';
import { enter, senders } from './calls.mjs';
import { numbered } from './data.mjs';
import { report } from './figures.mjs';

const STEPS = [1, 2, 4];
const CONNECTIONS = 40;
/** So often a visitor's address may try to sign in (bff/src/middleware/rate-limit.ts). */
const SIGN_INS = 40;
const TOO_MANY = 7;
/** Affiliates who are paid in each step. */
const PAID = 10;
/** Visitors come from the addresses that the bench names. */
export const FROM_PROXY = { TRUST_PROXY: '127.0.0.1' };
export const PASSWORD = 'bench-pass-1';
const CLERK = { EmailAddress: 'clerk@example.com', Password: PASSWORD };

/** @typedef {{ affID: number, cookie: string }} Person */

/**
 * Signs the first of the affiliates in, each from an address of their own.
 * @param {string} url
 * @param {number} count
 * @returns {Promise<Person[]>}
 */
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
 * @param {string} url
 * @param {Person[]} people
 * @param {number} seconds
 * @param {(ms: number) => void} [onAnswer] each answer's time
 * @returns {Promise<{ rate: number, p50: number, p99: number, max: number }>} calls a second; ms
 * @throws Error when an answer is another than 200
 */
export async function load(url, people, seconds, onAnswer = () => {}) {
  const requests = people.map(({ affID, cookie }) => {
    return { method: 'GET', path: `/api/quick-statistics?affID=${affID}`, headers: { cookie } };
  });
  const running = autocannon({ url, connections: people.length, duration: seconds, requests });
  running.on('response', (_client, _status, _bytes, ms) => onAnswer(ms));
  const { requests: answered, latency, non2xx, errors } = await running;
  if (non2xx || errors) throw new Error(`${non2xx} other answers, ${errors} errors`);
  return { rate: answered.average, p50: latency.p50, p99: latency.p99, max: latency.max };
}

/**
 * A program of scale-servers.mjs.
 * @param {import('./frame.mjs').Bench['start']} start
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function startBeside(start, args, env) {
  const isReady = async (output) => output.includes('http://');
  const started = await start.program(args[0], [inRoot('bench', 'scale-servers.mjs'), ...args], {
    env,
    isReady,
  });
  return { ...started, url: /^http:.*$/m.exec(started.output())[0] };
}

/**
 * 1, 2 and 4 web servers and as many workers behind a small proxy, on the same database and Redis: the same answers, no
 * double work, sessions and limits in common, and how many calls they answer.
 * @param {import('./frame.mjs').Bench} bench
 * @returns {Promise<boolean>} whether all of them work as one
 */
export async function growStepByStep({ domain, start, values: { seconds } }) {
  const { EmailAddress: emailAddress, Password: password } = CLERK;
  await domain.createAdministrator({ emailAddress, password, firstName: 'Clerk', permissions: ['payroll'] });
  let isOne = true;
  for (const [step, count] of STEPS.entries()) {
    const servers = await Promise.all(numbered(count).map(() => start.server(FROM_PROXY)));
    const workers = await Promise.all(numbered(count).map(() => start.worker()));
    const urls = servers.map(({ url }) => url);
    const proxy = await startBeside(start, ['proxy', ...urls.map((url) => new URL(url).port)]);
    const people = await signInMany(urls[0], CONNECTIONS);
    await load(proxy.url, people, seconds);
    const { rate, p50, p99 } = await load(proxy.url, people, seconds);
    const found = {
      'same answers': await answerAlike(urls, people),
      'one limit': await limitTogether(urls, step),
      'paid once': await payOnce(domain, urls, step),
    };
    const holds = Object.entries(found).map(([name, is]) => `${name}: ${is ? 'yes' : 'NO'}`);
    console.log(
      `${count} web servers and workers: ${rate.toFixed(0)} calls/s, p50 ${p50} ms, p99 ${p99} ms; ${holds.join(', ')}`,
    );
    report(`calls a second, ${count} web servers and workers`, rate, 'calls/s');
    report(`their p99, ${count} web servers and workers`, p99, 'ms');
    isOne &&= Object.values(found).every(Boolean);
    await Promise.all([proxy, ...servers, ...workers].map(({ end }) => end()));
  }
  return isOne;
}

/** Whether every server answers the sessions of the first alike. @param {string[]} urls @param {Person[]} people */
async function answerAlike(urls, people) {
  for (const { affID, cookie } of people.slice(0, 5)) {
    for (const path of [`/api/quick-statistics?affID=${affID}`, '/api/session']) {
      const [first, ...others] = await Promise.all(
        urls.map(async (url) => (await fetch(`${url}${path}`, { headers: { cookie } })).json()),
      );
      if (!others.every((answer) => isDeepStrictEqual(answer, first))) return false;
    }
  }
  return true;
}

/** Whether wrong passwords from one address are counted over all servers. @param {string[]} urls @param {number} step */
async function limitTogether(urls, step) {
  const statuses = await Promise.all(
    numbered(SIGN_INS + TOO_MANY).map(async (index) => {
      const url = urls[index % urls.length];
      const from = { origin: url, 'x-forwarded-for': `203.0.113.${step + 1}` };
      const body = JSON.stringify({ EmailAddress: `nobody${step}-${index}@example.com`, Password: 'wrong' });
      const headers = { 'content-type': 'application/json', ...from };
      return (await fetch(`${url}/api/login`, { method: 'POST', headers, body })).status;
    }),
  );
  return statuses.filter((status) => status === 429).length === TOO_MANY;
}

/**
 * Whether people are paid once although every server is asked to execute them at the same moment.
 * @param {import('./data.mjs').Domain} domain
 * @param {string[]} urls
 * @param {number} step
 */
async function payOnce(domain, urls, step) {
  const cookie = await enter(urls[0], CLERK, `203.0.113.${100 + step}`);
  const ids = numbered(PAID, 1 + step * PAID);
  const statuses = await Promise.all(
    ids.flatMap((affID) =>
      urls.map(async (url) => {
        const path = `/api/execute-payroll?affID=${affID}&endDate=${domain.today()}&payrollType=1`;
        const headers = { cookie, origin: url, 'content-type': 'application/json' };
        return (await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })).status;
      }),
    ),
  );
  const executed = await domain.PayrollModel.countDocuments({ personID: { $in: ids }, kind: 'affiliate' });
  if (executed !== PAID)
    console.log(`${executed} payments for ${PAID} people (answers: ${statuses.join(' ')})`);
  return executed === PAID;
}

/**
 * One sender of events, and two at once on two servers: what they reach, and how often the journal's next number was
 * taken when a record was written.
 * @param {import('./frame.mjs').Bench} bench
 */
export async function twoSenders({ env, start, values: { seconds } }) {
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(ports.map((port) => start.server({ METRICS_PORT: String(port) })));
  const urls = servers.map(({ url }) => url);
  for (const count of [1, 2]) {
    const before = await appends(ports);
    const load = senders(env.EVENTS_SECRET, urls, count, CONNECTIONS);
    const { perSecond, text } = await load.during(seconds);
    const after = await appends(ports);
    report(`events of ${count} senders on as many web servers`, perSecond, 'events/s');
    const taken = `${after.appended - before.appended} records, ${after.contended - before.contended} times the number was taken`;
    console.log(
      `${count} sender${count > 1 ? 's on 2 web servers' : ''}: ${perSecond} events/s, ${text}; ${taken}`,
    );
  }
  await Promise.all(servers.map(({ end }) => end()));
}

/** Records of the journal by outcome, of all servers. @param {number[]} ports */
async function appends(ports) {
  const sums = { appended: 0, contended: 0 };
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const outcome of Object.keys(sums)) {
      const line = `^partnerdesk_journal_appends_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`;
      sums[outcome] += Number(new RegExp(line, 'm').exec(text)?.[1] ?? 0);
    }
  }
  return sums;
}
