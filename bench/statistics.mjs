import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServers } from '../scripts/lib/builds.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { progressBar } from '../scripts/lib/progress.mjs';
import { withServices } from '../scripts/lib/services.mjs';
import { report } from './figures.mjs';
import { liveDelays } from './live-delay.mjs';
import { signIn, startServer } from './web-server.mjs';

const DAYS = 730;
const YEAR = 365;
const STAFF = 200;
const AFFILIATES = 200;
const MEMBERS = 5000;
const BATCH = 4000;
/** Calls before those that are timed: the first ones compile the code. */
const WARM_UP = 500;
const LIVE_ROUNDS = 20;
const LOGIN = { EmailAddress: 'bench@example.com', Password: 'bench-pass-1' };

/**
 * Prints how long a year's site statistics take over HTTP with a tenth of the events and with all of them: two databases
 * on one server, asked in turn, so that whatever else the machine does slows both. What is measured holds the way
 * through HTTP, session and permission: the server's own time is below it.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: { events: { type: 'string', default: '1000000' }, calls: { type: 'string', default: '1000' } },
  });
  const events = Number(values.events);
  const data = await mkdtemp(join(tmpdir(), 'bench-statistics-'));
  try {
    await buildServers();
    return await withServices({ data, redis: true, command: 'npm run bench:statistics' }, (services) =>
      measure(services.env, { events, calls: Number(values.calls) }),
    );
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ events: number, calls: number }} size
 */
async function measure(env, { events, calls }) {
  const sizes = [events / 10, events];
  /** @type {{ label: string, url: string, cookie: string, times: number[], stop: () => void }[]} */
  const systems = [];
  try {
    for (const size of sizes) systems.push(await startSystem(env, size, systems.length));
    for (let call = -WARM_UP; call < calls; call += 1) {
      // Who is first of the two changes, too.
      for (const system of call % 2 ? systems : [...systems].reverse()) {
        const time = await timeCall(system, Math.max(call, 0));
        if (call >= 0) system.times.push(time);
      }
    }
    const [few = NaN, many = NaN] = systems.map(timesOf);
    report({
      ...{ what: `p99 of a year's statistics over ${events} events`, value: many / few, unit: '', goal: 1.2 },
      against: 'a tenth of the events',
    });
    const [, largest] = systems;
    if (largest) {
      const secret = env.EVENTS_SECRET ?? '';
      const delays = (await liveDelays({ ...largest, secret, rounds: LIVE_ROUNDS })).sort((a, b) => a - b);
      const [middle, last] = [delays[LIVE_ROUNDS / 2], delays.at(-1)].map((ms) => ms?.toFixed(0));
      console.log(
        `a screen hears of an event after ${middle} ms, at the slowest ${last} (aim: at most 2000)`,
      );
    }
    // On a machine that is busy otherwise, the times say more about that than about us.
    console.log(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} processors`);
    report({ what: `p99 of a year's statistics over ${events} events`, value: many, unit: 'ms', goal: 20 });
    return many <= 20 && many / few <= 1.2 ? 0 : 1;
  } finally {
    for (const { stop } of systems) stop();
  }
}

/**
 * A database with so many events, and a web server over it.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} size
 * @param {number} index of the system: each has a Redis database of its own
 */
async function startSystem(env, size, index) {
  const domain = await import('@partnerdesk/domain');
  const { readEnv } = await import('@partnerdesk/node');
  const address = new URL(env.MONGO_URL ?? '');
  address.pathname = `/bench-statistics-${size}`;
  const redis = new URL(env.REDIS_URL ?? '');
  redis.pathname = `/${index}`;
  const ownEnv = { ...env, MONGO_URL: address.href, REDIS_URL: redis.href };
  const { fieldKeys, businessTimezone, mongoUrl } = readEnv(ownEnv);
  domain.configureDomain({ fieldKeys, timeZone: businessTimezone });
  await domain.connectDatabase(mongoUrl);
  await addPeople(domain);
  await ingest(domain, size);
  await domain.disconnectDatabase();
  const { child, url } = await startServer(ownEnv);
  const label = `${size.toLocaleString('en-US')} events`;
  /** @type {number[]} */
  const times = [];
  return { label, url, cookie: await signIn(url, LOGIN), times, stop: () => child.kill('SIGTERM') };
}

/** @param {typeof import('@partnerdesk/domain')} domain */
async function addPeople(domain) {
  const ids = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => index + 1);
  await domain.importPeople({
    affiliates: ids(AFFILIATES).map((affID) => ({
      affID,
      trackID: `B${affID}`,
      emailAddress: `aff${affID}@example.com`,
      commission: 30,
    })),
    staff: ids(STAFF).map((staffID) => ({
      staffID,
      emailAddress: `staff${staffID}@example.com`,
      commission: 40,
    })),
  });
  await domain.createAdministrator({
    emailAddress: LOGIN.EmailAddress,
    password: LOGIN.Password,
    firstName: 'Bench',
    permissions: ['statistics'],
  });
  const joins = ids(MEMBERS).map((memberID) => ({
    eventID: `join-${memberID}`,
    type: 'member.joined',
    at: new Date(START_MS).toISOString(),
    memberID,
    trackID: `B${1 + (memberID % AFFILIATES)}`,
  }));
  await domain.ingestEvents(joins.map((value, index) => ({ line: index + 1, value })));
}

const START_MS = Date.parse('2024-01-01T12:00:00Z');

/** The n-th event: kinds, people and days mixed, the same each time. @param {number} n */
function eventOf(n) {
  const spread = (n * 2_654_435_761) % 4_294_967_296;
  const at = new Date(START_MS + (spread % DAYS) * 86_400_000 + (n % 40_000) * 1000).toISOString();
  const memberID = 1 + (spread % MEMBERS);
  const staffID = 1 + (spread % STAFF);
  const base = { eventID: `e${n}`, at, memberID };
  switch (n % 6) {
    case 0:
      return { ...base, type: 'sale', amountCents: 1000 + (n % 4000), transactionType: 'initial' };
    case 1:
      return { ...base, type: 'tip', staffID, amountCents: 500 };
    case 2:
      return {
        ...base,
        type: 'call',
        callID: `c${n}`,
        state: 'completed',
        staffID,
        minutes: 9,
        amountCents: 2500,
      };
    case 3:
      return { ...base, type: 'sexting', packageID: `p${n}`, state: 'confirmed', staffID, amountCents: 1500 };
    case 4:
      return { ...base, type: 'message', staffID, from: 'staff', amountCents: 99 };
    default:
      return { ...base, type: 'message', staffID, from: 'member', amountCents: 0 };
  }
}

/**
 * @param {typeof import('@partnerdesk/domain')} domain
 * @param {number} size
 */
async function ingest(domain, size) {
  const bar = progressBar('Events', size, { unit: 'events' });
  for (let start = 0; start < size; start += BATCH) {
    const count = Math.min(BATCH, size - start);
    const lines = Array.from({ length: count }, (_, index) => ({
      line: index + 1,
      value: eventOf(start + index),
    }));
    const { refused } = await domain.ingestEvents(lines);
    if (refused[0]) throw new Error(refused[0].reason);
    bar.update(start + count);
  }
  bar.end();
}

/**
 * Asks for one of the years that the events have. @returns ms
 * @param {{ url: string, cookie: string }} system
 * @param {number} call
 */
async function timeCall({ url, cookie }, call) {
  const start = new Date(START_MS + ((call * 7) % (DAYS - YEAR)) * 86_400_000);
  const end = new Date(start.getTime() + (YEAR - 1) * 86_400_000);
  const day = (/** @type {Date} */ date) => date.toISOString().slice(0, 10);
  const range = `startDate=${day(start)}&endDate=${day(end)}`;
  const began = performance.now();
  const answer = await fetch(`${url}/api/admin-get-statistics?${range}&statsType=1`, { headers: { cookie } });
  const { adminSiteStatistics } = await answer.json();
  const time = performance.now() - began;
  if (!(adminSiteStatistics?.salesCount > 0)) throw new Error(`no figures: ${answer.status}`);
  return time;
}

/** @param {{ label: string, times: number[] }} system @returns {number} p99 in ms */
function timesOf({ label, times }) {
  times.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? 0;
  console.log(
    `${label}: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms (${times.length} calls)`,
  );
  return at(0.99);
}
