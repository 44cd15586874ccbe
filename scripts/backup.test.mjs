import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { readEnv } from '@partnerdesk/node';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { FaultSystem } from './lib/fault-system.mjs';
import { inRoot } from './lib/paths.mjs';

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

/**
 * Restores the backup by the command, as a person does, whose .env names the data folder.
 * @param {string} cwd @param {NodeJS.ProcessEnv} [env]
 */
function restore(cwd, env = {}) {
  writeFileSync(join(cwd, '.env'), 'DATA_DIR=chosen\n');
  const { PATH, HOME, TMPDIR } = process.env;
  return spawnSync(process.execPath, [inRoot('scripts', 'restore.mjs'), '--from', file], {
    cwd,
    env: { PATH, HOME, TMPDIR, ...env },
    encoding: 'utf8',
  });
}

test('the command fills the folder that .env names, and makes up no keys: with those of the backup it audits the ledger', () => {
  const cwd = mkdtempSync(join(dir, 'restore-'));
  const without = restore(cwd);
  expect(without.stderr).toMatch(/not audited yet: put the keys of the backup into \S+chosen\/keys.json/);
  expect([without.status, readdirSync(cwd).sort(), readdirSync(join(cwd, 'chosen')).sort()]).toEqual([
    1,
    ['.env', 'chosen'],
    ['mongo', 'pictures'],
  ]);
  const { fieldKeys, proofKeys } = readEnv({ NODE_ENV: 'test' });
  const [FIELD_KEYS, PROOF_KEY] = [fieldKeys, proofKeys].map(
    ([one]) => `${one?.id}:${one?.key.toString('base64')}`,
  );
  const audited = restore(mkdtempSync(join(dir, 'restore-')), { FIELD_KEYS, PROOF_KEY });
  expect([audited.stderr, audited.status]).toEqual(['', 0]);
  expect(audited.stdout).toMatch(/\d+ entries, 0 payrolls, 0 differences/);
});

test.each([
  ['backup', ['--out', join(dir, 'empty.tar.gz')]],
  ['audit-payroll', []],
])(
  '%s of a folder without a database is refused: one that is empty would pass for the right one',
  (name, args) => {
    const script = inRoot('scripts', `${name}.mjs`);
    const { PATH, HOME, TMPDIR } = process.env;
    const { status, stderr } = spawnSync(
      process.execPath,
      [script, ...args, '--data', join(dir, 'misspelt')],
      {
        env: { PATH, HOME, TMPDIR },
        encoding: 'utf8',
      },
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^There is no database in \S+misspelt\. Name/),
    ]);
    expect([existsSync(join(dir, 'misspelt')), existsSync(join(dir, 'empty.tar.gz'))]).toEqual([
      false,
      false,
    ]);
  },
);

test('a folder whose Redis has sessions of another state is refused', async () => {
  const target = mkdtempSync(join(dir, 'used-'));
  mkdirSync(join(target, 'redis'));
  await expect(domain.restoreBackup(file, target)).rejects.toThrow(
    'redis exists: restore into another folder',
  );
  expect(readdirSync(target)).toEqual(['redis']);
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
