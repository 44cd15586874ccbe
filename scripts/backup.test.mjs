import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { FaultSystem } from './lib/fault-system.mjs';

const dir = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(dir, 'backups', 'one.tar.gz');
/** @type {FaultSystem[]} */
const systems = [];

beforeAll(() => {
  builtProgram('packages/embedded-mongo/dist/main.js');
});

afterAll(async () => {
  await domain.disconnectDatabase();
  for (const system of systems) await system.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts the database of a data folder and connects to it. @param {string} folder */
async function open(folder) {
  const system = new FaultSystem(folder);
  systems.push(system);
  await system.prepare({ builtIn: true });
  system.start('mongo');
  await system.connect();
}

const sale = (/** @type {number} */ number) => ({
  eventID: `s${number}`,
  type: 'sale',
  at: `2026-03-${String((number % 20) + 1).padStart(2, '0')}T15:00:00Z`,
  memberID: 1,
  amountCents: 1000 + number,
  transactionType: 'initial',
});

test('a backup under load has everything that was acknowledged before, and restores elsewhere to the cent', async () => {
  const data = join(dir, 'data');
  mkdirSync(join(data, 'pictures'), { recursive: true });
  writeFileSync(join(data, 'pictures', 'one'), 'a picture');
  await open(data);
  await domain.importPeople({
    affiliates: [{ affID: 1, trackID: 'T1', emailAddress: 'a@example.com', commission: 20 }],
  });
  const joined = {
    eventID: 'j',
    type: 'member.joined',
    at: '2026-02-28T15:00:00Z',
    memberID: 1,
    trackID: 'T1',
  };
  await domain.ingestEvents([{ line: 1, value: joined }]);

  let sent = 0;
  let isOver = false;
  const load = (async () => {
    while (!isOver) {
      const lines = Array.from({ length: 20 }, (_, line) => ({ line: line + 1, value: sale(sent + line) }));
      await domain.ingestEvents(lines);
      sent += 20;
    }
  })();
  await waitFor(() => sent > 200, { what: 'some load', timeoutMs: 30_000 });
  const before = sent;
  await domain.takeBackup(file, data);
  isOver = true;
  await load;
  await expect(domain.takeBackup(file, data)).rejects.toThrow('exists: name another file');
  await domain.disconnectDatabase();

  const elsewhere = join(dir, 'elsewhere');
  await domain.restoreBackup(file, elsewhere);
  await expect(domain.restoreBackup(file, elsewhere)).rejects.toThrow('restore into another folder');
  expect(readFileSync(join(elsewhere, 'pictures', 'one'), 'utf8')).toBe('a picture');
  await open(elsewhere);
  await domain.catchUpLedger();
  const found = new Set((await domain.EventModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
  expect(Array.from({ length: before }, (_, number) => `s${number}`).filter((id) => !found.has(id))).toEqual(
    [],
  );
  expect((await domain.auditPayroll()).differences).toEqual([]);
});

test('a backup that is damaged, or no backup, leaves the folder as it was', async () => {
  const target = join(dir, 'target');
  const damaged = join(dir, 'damaged.tar.gz');
  const bytes = readFileSync(file);
  writeFileSync(damaged, bytes.subarray(0, bytes.length / 2));
  await expect(domain.restoreBackup(damaged, target)).rejects.toThrow('is no backup, or not whole');
  cpSync(new URL(import.meta.url).pathname, damaged);
  await expect(domain.restoreBackup(damaged, target)).rejects.toThrow('is no backup');
  expect(existsSync(join(target, 'mongo'))).toBe(false);
});
