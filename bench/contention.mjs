import { addPeople, ingestMany, joinOf, numbered, payEverybody, saleOf, senders } from './data.mjs';
import { bench, report, timed } from './frame.mjs';

/** The days whose payrolls are executed: the first idle, the second under load. */
const DAYS = ['2026-03-02', '2026-03-09'];
const CONNECTIONS = 64;
const SENDERS = 4;

const about = `Measures two web servers and this process, which executes as a worker does, on one ledger:
- one server that has just started, 64 connections that send one event a call: events a second and their p99;
- 4 senders on 2 servers alone: the events' idle p99;
- executing everybody alone, and again while the 4 senders go on: the ratio, and the events' p99 meanwhile.`;
const options = { persons: 1000, seconds: 8 };

bench('contention', { about, options, needs: 'redis' }, async ({ domain, env, start, values }) => {
  const { persons, seconds } = values;
  await addLedger(domain, persons);
  const servers = await Promise.all([start.server(), start.server()]);
  const urls = servers.map(({ url }) => url);
  const send = (some, count) => senders(env.EVENTS_SECRET, some, count, persons);
  const group = await send(urls.slice(0, 1), CONNECTIONS).during(seconds);
  const one = `${CONNECTIONS} connections, one event a call`;
  report(one, group.perSecond, 'events/s', { atLeast: 1000 });
  report(`${one}, p99`, group.p99, 'ms', { atMost: 150 });
  const idle = await send(urls, SENDERS).during(seconds);
  const alone = await timed(() => payEverybody(domain, persons, DAYS[0]));
  const load = send(urls, SENDERS);
  const loaded = await timed(() => payEverybody(domain, persons, DAYS[1]));
  const meanwhile = await load.end();
  const against = 'the same when idle';
  const what = `executing ${persons} people while ${SENDERS} senders go on`;
  report(what, loaded / alone, '', { atMost: 3, against });
  report('p99 of events during it', meanwhile.p99 / idle.p99, '', { atMost: 4, against });
});

async function addLedger(domain, persons) {
  await addPeople(domain, { affiliates: persons });
  const events = numbered(persons).flatMap((id) => [
    joinOf(id, id, '2026-03-01T15:00:00Z'),
    ...DAYS.map((day) => saleOf(`s${id}-${day}`, id, day)),
  ]);
  await ingestMany(domain, events.length, (index) => events[index], { call: 1000 });
}
