import { setTimeout as delay } from 'node:timers/promises';
import { FaultyLink } from '../scripts/lib/chaos/faulty-link.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { addPeople, enter, ingestMany, joinOf, numbered, senders } from './data.mjs';
import { bench, median, memoryOf, report } from './frame.mjs';

const STEPS = [1, 2, 4];
const CONNECTIONS = 40;
/** Visitors come from the addresses that the bench names. */
const FROM_PROXY = { TRUST_PROXY: '127.0.0.1' };
const PASSWORD = 'bench-pass-1';

const PARTS = {
  handler: compareWithBareHandler,
  steps: growStepByStep,
  journal: stretchTheLine,
  memory: watchMemory,
};
/** A program that has just started is at rest after this (ms). */
const REST_MS = 10_000;
/** Affiliates with a password and with figures on each day of this month and the last. */
const AFFILIATES = 200;

const about = `Measures how far one machine goes: quick-statistics beside a bare handler; 1, 2 and 4 web servers and workers
behind a proxy; the journal with a database far away; memory over --minutes. --part names one of
${Object.keys(PARTS).join(', ')}. Exit code 1 when one misses its goal.`;
const options = { part: Object.keys(PARTS), seconds: 4, minutes: 1 };

bench('scale', { about, options, needs: 'redis' }, async (the) => {
  await addAffiliates(the.domain);
  for (const name of the.values.part) {
    console.log(`── ${name}`);
    await PARTS[name](the);
  }
});

async function addAffiliates(domain) {
  await addPeople(domain, { affiliates: AFFILIATES });
  await domain.AffiliateModel.updateMany({}, { passwordHash: await domain.hashPassword(PASSWORD) });
  const now = Date.now();
  const dayBefore = (days) => new Date(now - days * 86_400_000).toISOString();
  const sale = (memberID, day) => {
    const what = { type: 'sale', amountCents: 1000 + day, transactionType: 'initial' };
    return { eventID: `s${memberID}-${day}`, memberID, at: dayBefore(day), ...what };
  };
  const events = numbered(AFFILIATES).flatMap((memberID) => [
    joinOf(memberID, memberID, dayBefore(60)),
    ...numbered(60, 0).map((day) => sale(memberID, day)),
  ]);
  await ingestMany(domain, events.length, (index) => events[index], { call: 1000 });
}

/** Signs the first of the affiliates in, each from an address of their own. */
async function signInMany(url, count) {
  const people = [];
  for (const affID of numbered(count)) {
    const login = { EmailAddress: `aff${affID}@example.com`, Password: PASSWORD };
    people.push({ affID, cookie: await enter(url, login, `198.51.100.${affID}`) });
  }
  return people;
}

/**
 * Asks for quick-statistics, over as many connections as people, each of which asks for all of them in turn.
 * @returns calls a second; ms @throws Error when an answer is another than 200
 */
async function load(url, people, seconds, onAnswer = () => {}) {
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
function startBeside(start, args, env) {
  const ready = (output) => /^http:.*$/m.exec(output)?.[0];
  return start.program(args[0], [inRoot('bench', 'scale-servers.mjs'), ...args], { env, ready });
}

/** 1, 2 and 4 web servers and as many workers behind a small proxy, on one database and Redis: how many calls they answer. */
async function growStepByStep({ start, values: { seconds } }) {
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

/** quick-statistics of the web server, and of a bare Koa handler with the same sessions and day totals, in turn. */
async function compareWithBareHandler({ domain, start, values: { seconds } }) {
  const [connections, rounds] = [32, 5];
  /** Rounds that are not counted: the first calls compile the code. */
  const warmUp = 2;
  const today = domain.today();
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const [firstDay] = [`${today.slice(0, 7)}-01`, yesterday].sort();
  const days = { DAYS: domain.DayTotalModel.collection.name, FIRST_DAY: firstDay, LAST_DAY: today };
  const ours = await start.server(FROM_PROXY);
  const bare = await startBeside(start, ['bare'], days);
  const people = await signInMany(ours.url, connections);
  const ratios = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    const rates = {};
    for (const [name, { url }] of Object.entries({ bare, ours })) {
      const { rate, p50, p99 } = await load(url, people, seconds);
      rates[name] = rate;
      if (round >= 0) console.log(`${name}: ${rate.toFixed(0)} calls/s, p50 ${p50} ms, p99 ${p99} ms`);
    }
    if (round >= 0) ratios.push(rates.ours / rates.bare);
  }
  const against = 'a bare Koa handler with the same sessions and one range read';
  report('calls of quick-statistics', median(ratios), '', { atLeast: 0.8, against });
  await Promise.all([ours, bare].map(({ end }) => end()));
}

/**
 * The journal is the one thing that all servers write in turn. How many events a second it takes with one event a call
 * over 64 connections, when the database is so far away: by a line that holds up what passes, in both directions.
 */
async function stretchTheLine({ env, start, values: { seconds } }) {
  const [connections, members] = [64, 40];
  const address = new URL(env.MONGO_URL);
  const link = new FaultyLink(Number(address.port));
  address.port = String(await link.listen());
  try {
    const { url, end } = await start.server({ MONGO_URL: address.href });
    /** What a call to the database takes longer, there and back. */
    for (const ms of [0, 2, 5]) {
      link.slow(ms / 2);
      const sending = senders(env.EVENTS_SECRET, [url], connections, members);
      const { perSecond, text } = await sending.during(seconds);
      console.log(`+${ms} ms a round trip: ${text}`);
      const what = `${connections} connections, one event a call, database ${ms} ms further away`;
      report(what, perSecond, 'events/s');
    }
    link.slow(0);
    await end();
  } finally {
    link.end();
  }
}

/** The web server's memory and its slowest answers while 200 people who are signed in ask without a pause. */
async function watchMemory({ start, values: { minutes } }) {
  /** A new process compiles its code and opens its connections while 200 people wait (ms). */
  const coldMs = 5000;
  const { url, pid, end } = await start.server(FROM_PROXY);
  const worker = await start.worker();
  await delay(REST_MS);
  for (const [name, each] of Object.entries({ 'web server': pid, worker: worker.pid }))
    report(`memory of a ${name} at rest`, memoryOf(each) / 2 ** 20, 'MB');
  await worker.end();
  const people = await signInMany(url, AFFILIATES);
  const memory = [];
  const timer = setInterval(() => memory.push(memoryOf(pid) / 2 ** 20), 1000);
  let slowest = 0;
  const started = performance.now();
  const { max } = await load(url, people, minutes * 60, (ms) => {
    if (performance.now() - started > coldMs) slowest = Math.max(slowest, ms);
  }).finally(() => clearInterval(timer));
  const third = Math.floor(memory.length / 3);
  const [second, last] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))];
  report('200 people at once, slowest answer of the first seconds', max, 'ms');
  report('200 people at once, slowest answer after them', slowest, 'ms', { atMost: 2000 });
  const what = `memory with 200 people at once, last third of ${minutes} min`;
  report(what, last / second, '', { atMost: 1.15, against: 'the second third' });
  await end();
}
