import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@partnerdesk/testing/services';
import { inRoot } from './paths.mjs';
import { deathOf, isAlive, ProcessGroup } from './process-group.mjs';

const folder = () => mkdtempSync(join(tmpdir(), 'group-'));

/** A server that logs a line, then notes in a file that it is up, and later that it was asked to end. */
const noting = (/** @type {string} */ file, /** @type {string} */ name) => ({
  command: process.execPath,
  args: [
    '-e',
    `const { appendFileSync } = require('node:fs');
     process.on('SIGTERM', () => setTimeout(() => { appendFileSync(${JSON.stringify(file)}, '${name} ended\\n'); process.exit(); }, 30));
     console.log('a line of ${name}');
     appendFileSync(${JSON.stringify(file)}, '${name} up\\n');
     setInterval(() => {}, 1000);`,
  ],
});
const linesOf = (/** @type {string} */ file) => readFileSync(file, 'utf8').trimEnd().split('\n');

async function groupOfThree() {
  const dir = folder();
  const file = join(dir, 'notes');
  writeFileSync(file, '');
  const group = new ProcessGroup(dir);
  const members = [
    group.start('redis', { ...noting(file, 'redis'), stage: 1 }),
    group.start('bff', { ...noting(file, 'bff'), stage: 2 }),
    group.start('worker', { ...noting(file, 'worker'), stage: 2 }),
  ];
  await waitFor(() => linesOf(file).length === 3, { what: 'the three members to start' });
  return { group, members, file };
}

test('servers end in order, each before the next is asked', async () => {
  const { group, members, file } = await groupOfThree();
  await group.stop();
  expect(linesOf(file).slice(3)).toEqual(['bff ended', 'worker ended', 'redis ended']);
  expect(members.filter(isAlive)).toEqual([]);
});

test('the starter hears of each as it starts: what it notes is ended by the next one if both are killed', async () => {
  /** @type {unknown[]} */
  const heard = [];
  const group = new ProcessGroup(folder(), (order) => heard.push(order));
  const how = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  const [mongo, bff] = [group.start('mongo', { ...how, stage: 1 }), group.start('bff', { ...how, stage: 3 })];
  const [first, last] = [bff, mongo].map(({ name, pid, stamp }) => ({ name, pid, stamp }));
  expect(heard).toEqual([[last], [first, last]]);
  await group.stop();
});

test('one that does not end when asked is ended', async () => {
  const dir = folder();
  const group = new ProcessGroup(dir);
  const args = ['-e', "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"];
  const stubborn = group.start('stubborn', { command: process.execPath, args, stage: 1 });
  await waitFor(() => readFileSync(stubborn.log, 'utf8').includes('up'), {
    what: 'the stubborn member to start',
  });
  await group.stop({ graceMs: 50 });
  expect(await stubborn.ended).toBe('was ended by SIGKILL');
});

test('a log that has grown too long is emptied while its server goes on writing to it', async () => {
  const group = new ProcessGroup(folder());
  const args = ['-e', "let n = 0; setInterval(() => console.log('line ' + (n += 1)), 2)"];
  const { log } = group.start('chatty', { command: process.execPath, args, stage: 1 });
  const size = () => readFileSync(log).length;
  await waitFor(() => size() > 500, { what: 'the log to grow' });
  group.rotateLogs(100_000);
  expect(size()).toBeGreaterThan(500);
  group.rotateLogs(500);
  group.rotateLogs(1_000_000);
  expect(readFileSync(`${log}.1`, 'utf8')).toMatch(/^line 1\nline 2\n/);
  await waitFor(() => size() > 20, { what: 'further lines' });
  expect(readFileSync(log, 'utf8')).toMatch(/^line \d+\n/);
  await group.stop();
});

test('the death of one is reported with its last lines and where its log is', async () => {
  const { group, members } = await groupOfThree();
  process.kill(members[2].pid, 'SIGKILL');
  const failure = deathOf(await group.firstDeath());
  await group.stop();
  expect(failure.message).toBe(
    `worker was ended by SIGKILL; the rest was stopped. Its log: ${members[2].log}. Start again with: npm start`,
  );
  expect(failure.details).toEqual(['a line of worker']);
});

test('a program that is not there is a death, too', async () => {
  const group = new ProcessGroup(folder());
  const member = group.start('redis', { command: '/nowhere/redis-server', args: [], stage: 1 });
  await expect(group.waitUntil(member, async () => false, 5000)).rejects.toThrow(
    /redis could not be started: .*ENOENT/,
  );
  await group.stop();
});

test('one that is not ready in time fails with its log', async () => {
  const group = new ProcessGroup(folder());
  const member = group.start('slow', {
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    stage: 1,
  });
  await expect(group.waitUntil(member, async () => false, 50)).rejects.toThrow(
    /slow was not ready after 0.05 s/,
  );
  await group.stop();
});

test('servers do not outlive their starter, even if it is killed', async () => {
  const dir = folder();
  const file = join(dir, 'notes');
  writeFileSync(file, '');
  const script = `
    import { ProcessGroup } from ${JSON.stringify(inRoot('scripts', 'lib', 'process-group.mjs'))};
    const group = new ProcessGroup(${JSON.stringify(dir)});
    group.start('redis', { ...${JSON.stringify(noting(file, 'redis'))}, stage: 1 });
    group.start('bff', { ...${JSON.stringify(noting(file, 'bff'))}, stage: 2 });
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  await waitFor(() => linesOf(file).length === 2, { what: 'both members to start' });
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  await waitFor(() => linesOf(file).length === 4, { what: 'both members to end' });
  expect(linesOf(file).slice(2)).toEqual(['bff ended', 'redis ended']);
});
