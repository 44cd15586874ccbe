import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { newPlace, readRunning } from './support/system';
import { TIME_ZONE } from './support/time-zone';

const SCRIPTS = resolve(__dirname, '../scripts');
const PEOPLE = resolve(SCRIPTS, 'sample/people.json');

/** A command as a person runs it in the folder `cwd`, on no other database than that of the data folder. */
function runCommand(
  script: string,
  flags: string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [resolve(SCRIPTS, script), ...flags], {
    cwd,
    env: { PATH, HOME, BUSINESS_TIMEZONE: TIME_ZONE, ...variables },
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((done) => {
    child.once('close', (code) => done({ code, output }));
  });
}

test('a command beside a running system uses its database', async () => {
  const data = process.env.E2E_DATA ?? '';
  const { affiliates, staff, members } = JSON.parse(readFileSync(PEOPLE, 'utf8'));
  const all = affiliates.length + staff.length + members.length;
  const { code, output } = await runCommand('import.mjs', ['--people', PEOPLE, '--data', data], data);
  expect(output).toContain(`People: 0 new, ${all} there already`);
  expect(code).toBe(0);
});

test('a command that reckons days otherwise than the running system says so and ends', async () => {
  const data = process.env.E2E_DATA ?? '';
  const otherZone = { BUSINESS_TIMEZONE: 'Europe/Berlin' };
  const { code, output } = await runCommand(
    'import.mjs',
    ['--people', PEOPLE, '--data', data],
    data,
    otherZone,
  );
  expect(output).toContain(`Set BUSINESS_TIMEZONE=${TIME_ZONE}.`);
  expect(code).toBe(1);
});

test('a command alone starts the database for its time, and two at once do not harm each other', async () => {
  const { dataDir } = newPlace('commands');
  const flags = ['--people', PEOPLE, '--data', dataDir];
  const runs = await Promise.all([
    runCommand('import.mjs', flags, dataDir),
    runCommand('import.mjs', flags, dataDir),
  ]);
  const [done, refused] = runs.sort((a, b) => Number(a.code) - Number(b.code));
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringMatching(/People: [1-9]\d* new, 0 there already/),
  });
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining('is in use by npm run import (process '),
  });
  expect(readRunning(dataDir)).toBeUndefined();
  rmSync(dataDir, { recursive: true, force: true });
});

test('in production a command without a database begins none of its own, and there is no demo', async () => {
  const { dataDir } = newPlace('nowhere');
  const { code, output } = await runCommand('create-admin.mjs', [], dataDir, { NODE_ENV: 'production' });
  expect(output).toContain('Set MONGO_URL to that of the servers.');
  expect(code).toBe(1);
  const demo = await runCommand('demo.mjs', [], dataDir, { NODE_ENV: 'production' });
  expect(demo).toMatchObject({ code: 1, output: expect.stringContaining('no demo in production') });
  expect(readdirSync(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

test('the first administrator is made once, the password shown once', { tag: '@long' }, async () => {
  const { dataDir } = newPlace('admin');
  const first = await runCommand('create-admin.mjs', [], dataDir);
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Password, shown this once: \S{16}\n/),
  });
  expect(await runCommand('create-admin.mjs', [], dataDir)).toEqual({ code: 0, output: '' });
  const demo = await runCommand('demo.mjs', [], dataDir);
  expect(demo).toMatchObject({ code: 1, output: expect.stringContaining('start with --no-demo') });
  rmSync(dataDir, { recursive: true, force: true });
});
