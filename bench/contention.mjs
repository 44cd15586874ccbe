import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { startServer } from './web-server.mjs';

/** The days whose payrolls are executed: the first idle, the second under load. */
const DAYS = ['2026-03-02', '2026-03-09'];
const CONNECTIONS = 64;
const SENDERS = 4;

/**
 * Two web servers and this process, which executes as a worker does, on one ledger:
 * - one server, 64 connections that send one event a call: events a second and their p99;
 * - 4 senders on 2 servers alone: the events' idle p99;
 * - executing everybody alone, and again while the 4 senders go on: the ratio, and the events' p99 meanwhile.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      persons: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '8' },
      'give-up': { type: 'string', default: '60' },
    },
  });
  const data = await mkdtemp(join(tmpdir(), 'bench-contention-'));
  try {
    await withDomain({ data, redis: true, command: 'npm run bench:contention' }, async (domain, env, raw) => {
      await addLedger(domain, Number(values.persons));
      const servers = await Promise.all([startServer(raw), startServer(raw)]);
      try {
        const urls = servers.map(({ url }) => url);
        await measure(domain, env.eventsSecret, urls, values);
      } finally {
        for (const { child } of servers) child.kill('SIGTERM');
      }
    });
  } finally {
    await rm(data, { recursive: true });
  }
});

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 */
async function addLedger(domain, persons) {
  const ids = Array.from({ length: persons }, (_, index) => index + 1);
  await domain.importPeople({
    affiliates: ids.map((affID) => ({
      affID,
      trackID: `T${affID}`,
      emailAddress: `aff${affID}@example.com`,
      firstName: 'Ann',
      lastName: `Number ${affID}`,
      commission: 20,
    })),
  });
  const events = ids.flatMap((id) => [
    { eventID: `j${id}`, type: 'member.joined', at: '2026-03-01T15:00:00Z', memberID: id, trackID: `T${id}` },
    ...DAYS.map((day) => saleOf(`s${id}-${day}`, id, day)),
  ]);
  for (let start = 0; start < events.length; start += 1000)
    await domain.ingestEvents(
      events.slice(start, start + 1000).map((value, index) => ({ line: index + 1, value })),
    );
}

/** @param {string} eventID @param {number} memberID @param {string} day */
const saleOf = (eventID, memberID, day) => ({
  eventID,
  type: 'sale',
  at: `${day}T15:00:00Z`,
  memberID,
  amountCents: 1000,
  transactionType: 'initial',
});

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {string} secret
 * @param {string[]} urls
 * @param {{ persons: string, seconds: string, 'give-up': string }} values
 */
async function measure(domain, secret, urls, values) {
  const persons = Number(values.persons);
  const seconds = Number(values.seconds);
  const group = await during(seconds, senders(secret, [urls[0] ?? ''], CONNECTIONS, persons));
  console.log(
    `group commit: ${CONNECTIONS} connections, one event a call: ${group.perSecond} events/s, p50 ${group.p50} ms, p99 ${group.p99} ms`,
  );
  const idle = await during(seconds, senders(secret, urls, SENDERS, persons));
  console.log(
    `idle: ${SENDERS} senders on ${urls.length} servers: ${idle.perSecond} events/s, p50 ${idle.p50} ms, p99 ${idle.p99} ms`,
  );
  const alone = await execute(domain, persons, DAYS[0] ?? '');
  console.log(`idle: ${persons} persons executed in ${(alone / 1000).toFixed(2)} s`);
  const load = senders(secret, urls, SENDERS, persons);
  const giveUpMs = Number(values['give-up']) * 1000;
  const loaded = await Promise.race([
    execute(domain, persons, DAYS[1] ?? ''),
    new Promise((resolve) => setTimeout(() => resolve(undefined), giveUpMs)),
  ]);
  const meanwhile = await load.end();
  if (loaded === undefined) console.log(`under load: not executed within ${giveUpMs / 1000} s`);
  else
    console.log(
      `under load: ${persons} persons executed in ${(loaded / 1000).toFixed(2)} s, ${(loaded / alone).toFixed(2)} times idle (goal: 3)`,
    );
  console.log(
    `under load: ${meanwhile.perSecond} events/s, p50 ${meanwhile.p50} ms, p99 ${meanwhile.p99} ms, ${(meanwhile.p99 / idle.p99).toFixed(2)} times idle (goal: 4)`,
  );
}

/** @param {number} seconds @param {ReturnType<typeof senders>} load */
async function during(seconds, load) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return load.end();
}

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {string} endDate
 */
async function execute(domain, persons, endDate) {
  const items = Array.from({ length: persons }, (_, index) => ({ personID: index + 1 }));
  const started = performance.now();
  const outcomes = await domain.executePayroll({ payrollType: 1, endDate, items, by: domain.SYSTEM_ACTOR });
  if (outcomes.some(({ outcome }) => outcome !== 'executed')) throw new Error('not everybody was executed');
  return performance.now() - started;
}

let sent = 0;

/**
 * So many senders, each with one event a call, one call after the other.
 * @param {string} secret
 * @param {string[]} urls
 * @param {number} count
 * @param {number} persons
 */
function senders(secret, urls, count, persons) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let running = true;
  /** @type {number[]} */
  const times = [];
  const started = performance.now();
  const all = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      while (running) {
        sent += 1;
        // After both payrolls: what is sent under load changes no reviewed balance, and touches the same people.
        const event = saleOf(`live${sent}`, (sent % persons) + 1, '2026-03-20');
        const before = performance.now();
        await post(agent, urls[index % urls.length] ?? '', secret, JSON.stringify([event]));
        times.push(performance.now() - before);
      }
    }),
  );
  return {
    async end() {
      running = false;
      const tookMs = performance.now() - started;
      await all;
      agent.destroy();
      times.sort((a, b) => a - b);
      const at = (/** @type {number} */ part) =>
        Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
      return { perSecond: Math.round((times.length / tookMs) * 1000), p50: at(0.5), p99: at(0.99) };
    },
  };
}

/**
 * @param {Agent} agent
 * @param {string} url
 * @param {string} secret
 * @param {string} body
 * @returns {Promise<void>}
 */
function post(agent, url, secret, body) {
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`events: ${answer.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
