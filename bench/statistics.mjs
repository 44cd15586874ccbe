import { addPeople, enter, ingestMany, joinOf, numbered } from './data.mjs';
import { bench, report, spreadOf } from './frame.mjs';

const DAYS = 730;
const YEAR = 365;
const STAFF = 200;
const AFFILIATES = 200;
const MEMBERS = 5000;
/** Calls before those that are timed: the first ones compile the code. */
const WARM_UP = 500;
const LOGIN = { EmailAddress: 'bench@example.com', Password: 'bench-pass-1' };
const START_MS = Date.parse('2024-01-01T12:00:00Z');
const DAY_MS = 86_400_000;

const about = `Measures how long a year's site statistics take over HTTP with a tenth of the events and with all of them: two databases
on one server, asked in turn, so that whatever else the machine does slows both. What is measured holds the way through
HTTP, session and permission: the server's own time is below it.`;

bench('statistics', { about, options: { events: 1_000_000, calls: 1000 }, needs: 'redis' }, async (the) => {
  const { events, calls } = the.values;
  const systems = [await startSystem(the, events / 10, 0), await startSystem(the, events, 1)];
  for (let call = -WARM_UP; call < calls; call += 1) {
    // Who is first of the two changes, too.
    for (const system of call % 2 ? systems : [...systems].reverse()) {
      const time = await timeCall(system, Math.max(call, 0));
      if (call >= 0) system.times.push(time);
    }
  }
  const [few, many] = systems.map(({ label, times }) => {
    const { p99, text } = spreadOf(times);
    console.log(`${label}: ${text} (${times.length} calls)`);
    return p99;
  });
  const what = `p99 of a year's statistics over ${events} events`;
  report(what, many / few, '', { atMost: 1.2, against: 'a tenth of the events' });
  report(what, many, 'ms', { atMost: 20 });
});

/** A database with so many events, and a web server over it, with the Redis database of this number. */
async function startSystem({ domain, env, start }, size, index) {
  const address = new URL(env.MONGO_URL);
  address.pathname = `/bench-statistics-${size}`;
  const redis = new URL(env.REDIS_URL);
  redis.pathname = `/${index}`;
  await domain.disconnectDatabase();
  await domain.connectDatabase(address.href);
  await addPeople(domain, { affiliates: AFFILIATES, staff: STAFF });
  const { EmailAddress: emailAddress, Password: password } = LOGIN;
  const permissions = ['statistics'];
  await domain.createAdministrator({ emailAddress, password, firstName: 'Bench', permissions });
  const joined = new Date(START_MS).toISOString();
  const joins = numbered(MEMBERS).map((id) => joinOf(id, 1 + (id % AFFILIATES), joined));
  await ingestMany(domain, MEMBERS, (n) => joins[n]);
  await ingestMany(domain, size, eventOf);
  const { url } = await start.server({ MONGO_URL: address.href, REDIS_URL: redis.href });
  const label = `${size.toLocaleString('en-US')} events`;
  return { label, url, cookie: await enter(url, LOGIN), times: [] };
}

/** The n-th event: kinds, people and days mixed, the same each time. */
function eventOf(n) {
  const spread = (n * 2_654_435_761) % 4_294_967_296;
  const at = new Date(START_MS + (spread % DAYS) * DAY_MS + (n % 40_000) * 1000).toISOString();
  const base = { eventID: `e${n}`, at, memberID: 1 + (spread % MEMBERS) };
  const staffID = 1 + (spread % STAFF);
  const kinds = [
    { type: 'sale', amountCents: 1000 + (n % 4000), transactionType: 'initial' },
    { type: 'tip', staffID, amountCents: 500 },
    { type: 'call', callID: `c${n}`, state: 'completed', staffID, minutes: 9, amountCents: 2500 },
    { type: 'sexting', packageID: `p${n}`, state: 'confirmed', staffID, amountCents: 1500 },
    { type: 'message', staffID, from: 'staff', amountCents: 99 },
    { type: 'message', staffID, from: 'member', amountCents: 0 },
  ];
  return { ...base, ...kinds[n % kinds.length] };
}

/** Asks for one of the years that the events have. @returns ms */
async function timeCall({ url, cookie }, call) {
  const startMs = START_MS + ((call * 7) % (DAYS - YEAR)) * DAY_MS;
  const day = (ms) => new Date(ms).toISOString().slice(0, 10);
  const range = `startDate=${day(startMs)}&endDate=${day(startMs + (YEAR - 1) * DAY_MS)}`;
  const began = performance.now();
  const answer = await fetch(`${url}/api/admin-get-statistics?${range}&statsType=1`, { headers: { cookie } });
  const { adminSiteStatistics } = await answer.json();
  const time = performance.now() - began;
  if (!(adminSiteStatistics?.salesCount > 0)) throw new Error(`no figures: ${answer.status}`);
  return time;
}
