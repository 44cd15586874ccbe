import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { inRoot } from './lib/paths.mjs';
import { deathOf, ProcessGroup } from './lib/process-group.mjs';
import { startEmbeddedMongo } from './lib/services.mjs';

/** Also the events of a call. */
const MEMBERS = 50;
const FILLER = inRoot('scripts', 'lib', 'memory-filler.cjs');

const dir = mkdtempSync(join(tmpdir(), 'out-of-memory-'));

afterAll(async () => {
  await domain.disconnectDatabase();
  rmSync(dir, { recursive: true, force: true });
});

/** @param {string} [nodeOptions] as a person sets them */
async function startDatabase(nodeOptions) {
  const group = new ProcessGroup(join(dir, 'logs'));
  if (nodeOptions) process.env.NODE_OPTIONS = nodeOptions;
  try {
    await domain.connectDatabase(await startEmbeddedMongo(group, dir));
  } finally {
    delete process.env.NODE_OPTIONS;
  }
  return group;
}

/** The first call's events are the members, the others' a sale to each. @param {number} call counted from 0 */
const eventsOf = (call) =>
  Array.from({ length: MEMBERS }, (_, index) => {
    const number = call * MEMBERS + index;
    const event = { eventID: `e${number}`, at: '2026-03-01T15:00:00Z', memberID: index + 1 };
    const value = call
      ? { ...event, type: 'sale', amountCents: 1000 + number, transactionType: 'initial' }
      : { ...event, type: 'member.joined', trackID: 'T1' };
    return { line: index + 1, value };
  });

test('a database that dies of its memory limit under load is named with the remedy, and the next start has all that it acknowledged', async () => {
  builtProgram('packages/embedded-mongo/dist/main.js');
  domain.configureDomain({
    fieldKeys: [{ id: 'test', key: randomBytes(32) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  const first = await startDatabase(`--max-old-space-size=64 --require ${FILLER}`);
  const person = { firstName: 'Ann', lastName: 'Ellis', commission: 20, emailAddress: 'ann@example.com' };
  await domain.importPeople({ affiliates: [{ ...person, affID: 1, trackID: 'T1' }] });

  let acknowledged = 0;
  const load = (async () => {
    for (; ; acknowledged += 1) await domain.ingestEvents(eventsOf(acknowledged));
  })();
  const loadEnd = load.catch(() => {});
  await waitFor(() => acknowledged > 2, { what: 'some calls to be acknowledged' });
  process.kill(/** @type {{ pid: number }} */ (first.order[0]).pid, 'SIGUSR2');
  expect(deathOf(await first.firstDeath()).message).toContain(
    'mongo was ended by SIGABRT: it reached its memory limit, raise it with NODE_OPTIONS=--max-old-space-size=8000 (MB)',
  );
  await first.stop();
  await domain.disconnectDatabase();
  await loadEnd;

  const second = await startDatabase();
  try {
    await domain.catchUpLedger();
    const stored = await domain.EventModel.countDocuments();
    expect([acknowledged * MEMBERS, (acknowledged + 1) * MEMBERS]).toContain(stored);
    const { differences, entries } = await domain.auditPayroll();
    expect(differences).toEqual([]);
    expect(entries).toBe(stored - MEMBERS);
    expect(await domain.ingestEvents(eventsOf(acknowledged - 1))).toMatchObject({ duplicates: MEMBERS });
    expect(await domain.ingestEvents(eventsOf(acknowledged + 1))).toMatchObject({ accepted: MEMBERS });
  } finally {
    // While it is there: what is asked of a database that has gone is waited for.
    await domain.disconnectDatabase();
    await second.stop();
  }
});
