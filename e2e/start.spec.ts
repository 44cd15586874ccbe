import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, sized } from '@partnerdesk/testing/services';
import { expect, test } from '@playwright/test';
import { newPlace, type Place, readRunning, START, type StartedSystem, startSystem } from './support/system';

/** `npm start` itself: what is left when a part of it dies, and what the next start finds. */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const ADMIN = { ADMIN_EMAIL: 'first@example.com', ADMIN_PASSWORD: 'a first password' };
let place: Place;

test.beforeAll(() => {
  place = newPlace('start');
  Object.assign(place.env, ADMIN);
});
test.afterAll(async () => {
  // What a failed test left running.
  const left = readRunning(place.dataDir);
  if (left) process.kill(left.pid, 'SIGTERM');
  await expect.poll(() => readRunning(place.dataDir), { timeout: 30_000 }).toBeUndefined();
  rmSync(place.dataDir, { recursive: true, force: true });
});

const start = () => startSystem(place, ['--no-demo']);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
const childOf = (system: StartedSystem, name: string) =>
  system.running().children.find((child) => child.name === name)?.pid ?? 0;

function expectNothingLeft(pids: number[]): void {
  expect(pids.filter(isAlive)).toEqual([]);
  expect(existsSync(join(place.dataDir, 'running.json'))).toBe(false);
}

/** As npm does it: a shell in between, which ends without passing the signal on. */
async function startByNpm(): Promise<{ kill: (signal: NodeJS.Signals) => void; output: () => string }> {
  const command = `"${process.execPath}" "${START}" --port ${await freePort()} --data "${place.dataDir}"; true`;
  const env = { ...place.env, npm_lifecycle_event: 'start' };
  const shell = spawn('sh', ['-c', command], { cwd: place.dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { kill: (signal) => shell.kill(signal), output: () => output };
}

async function signIn(system: { url: string }): Promise<unknown> {
  const answer = await fetch(`${system.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: system.url },
    body: JSON.stringify({ EmailAddress: ADMIN.ADMIN_EMAIL, Password: ADMIN.ADMIN_PASSWORD }),
  });
  return answer.json();
}

test('an empty business has one first administrator; Ctrl-C ends all in order', async () => {
  const system = await start();
  expect(await signIn(system)).toMatchObject({ result: 1, affRole: 99 });
  expect(system.output()).not.toContain('demo-pass-1');
  const pids = system.running().children.map(({ pid }) => pid);
  system.signal('SIGINT');
  expect(await system.ended).toBe(0);
  const stopped = [...system.output().matchAll(/^ {2}(\w+) stopped$/gm)].map((match) => match[1]);
  const databases = process.env.MONGO_URL ? ['redis'] : ['redis', 'mongo'];
  expect(stopped).toEqual(['bff', 'worker', ...databases]);
  expectNothingLeft(pids);
});

test('the second start has the same data and never a demo; npm asked to end, it ends, too', async () => {
  const shell = await startByNpm();
  const running = () => readRunning(place.dataDir);
  await expect.poll(() => running()?.port, { timeout: 60_000 }).toBeDefined();
  expect(await signIn({ url: `http://localhost:${running()?.port}` })).toMatchObject({ result: 1 });
  const pids = running()?.children.map(({ pid }) => pid) ?? [];
  shell.kill('SIGTERM');
  await expect.poll(running, { timeout: 30_000 }).toBeUndefined();
  expect(shell.output()).not.toContain('demo-pass-1');
  expectNothingLeft(pids);
});

const servers = ['bff', 'worker', 'redis', ...(process.env.MONGO_URL ? [] : ['mongo'])];
test('a killed start leaves no server behind, and the next start takes over', async () => {
  const system = await start();
  const pids = system.running().children.map(({ pid }) => pid);
  system.signal('SIGKILL');
  await system.ended;
  for (const name of sized(['worker'], servers)) await startAndKill(name, pids);
});

/** A killed server: the rest is ended, and the output names it and the remedy. */
async function startAndKill(name: string, before: number[]): Promise<void> {
  const system = await start();
  expect(before.filter(isAlive)).toEqual([]);
  expect(await signIn(system)).toMatchObject({ result: 1 });
  const pids = system.running().children.map(({ pid }) => pid);
  process.kill(childOf(system, name), 'SIGKILL');
  expect(await system.ended).toBe(1);
  const log = join(place.dataDir, 'logs', `${name}.log`);
  expect(system.output().trimEnd().split('\n').at(-1)).toBe(
    `${name} was ended by SIGKILL; the rest was stopped. Its log: ${log}. Start again with: npm start`,
  );
  expectNothingLeft(pids);
}

test("the demo's data folder refuses a second system", async () => {
  const demo = { ...place, dataDir: process.env.E2E_DATA ?? '' };
  const { pid } = JSON.parse(readFileSync(join(demo.dataDir, 'running.json'), 'utf8'));
  await expect(startSystem(demo)).rejects.toThrow(`is in use by npm start (process ${pid})`);
});
