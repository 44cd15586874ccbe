import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';
import { during, saleOf, senders } from './senders.mjs';
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
  const one = `${CONNECTIONS} connections, one event a call`;
  report({ what: one, value: group.perSecond, unit: 'events/s', goal: 1000, atLeast: true });
  report({ what: `${one}, p99`, value: group.p99, unit: 'ms', goal: 150 });
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
    report({
      ...{ what: `executing ${persons} people while ${SENDERS} senders go on`, value: loaded / alone },
      ...{ unit: '', goal: 3, against: 'the same when idle' },
    });
  console.log(
    `under load: ${meanwhile.perSecond} events/s, p50 ${meanwhile.p50} ms, p99 ${meanwhile.p99} ms`,
  );
  report({
    ...{ what: 'p99 of events during it', value: meanwhile.p99 / idle.p99, unit: '', goal: 4 },
    against: 'the same when idle',
  });
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
