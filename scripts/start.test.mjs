/** The real script, started as a person does, in what goes wrong before anything is installed or built. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partnerdesk/testing/services';
import { Claim } from './lib/data-folder.mjs';
import { inRoot } from './lib/paths.mjs';

/**
 * @param {{ args?: string[], cwd?: string, env?: NodeJS.ProcessEnv, node?: string[], script?: string }} how
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string, cwd: string }>}
 */
function start({
  args = [],
  cwd = mkdtempSync(join(tmpdir(), 'start-')),
  env = {},
  node = [],
  script = 'start',
}) {
  const clean = { PATH: process.env.PATH, HOME: process.env.HOME, ...env };
  const child = spawn(process.execPath, [...node, inRoot('scripts', `${script}.mjs`), ...args], {
    cwd,
    env: clean,
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr, cwd }));
  });
}

/** A folder of programs that has Node and nothing else, no Redis above all. */
function bareFolder() {
  const folder = join(mkdtempSync(join(tmpdir(), 'path-')), 'bin');
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, 'node'));
  return folder;
}

test('a taken port: named, with the flag that helps', async () => {
  const other = createServer();
  await new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const { code, stdout, stderr, cwd } = await start({ args: ['--port', String(port)] });
  other.close();
  // A Node that gets no security fixes any more is named first.
  expect(stdout.replace(/^Node \S+ has had no security fixes since .*\n/, '')).toBe(
    '  Building what changed and loading the first data: up to a minute on two cores\n',
  );
  expect(stderr).toBe(
    `Port ${port} is taken: end what uses it, or choose another: npm start -- --port 8081\n`,
  );
  expect(code).toBe(1);
  expect(readdirSync(join(cwd, '.data'))).toEqual([]);
});

test('a taken port of .env, for npm run dev with a flag of npm start: named, with the flag that helps', async () => {
  const other = createServer();
  await new Promise((resolve) => other.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (other.address());
  const cwd = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(cwd, '.env'), `PORT=${port}\n`);
  const { code, stderr } = await start({ script: 'dev', args: ['--no-live'], cwd });
  other.close();
  expect(stderr).toBe(
    `Port ${port} is taken: end what uses it, or choose another: npm run dev -- --port 8081\n`,
  );
  expect(code).toBe(1);
});

test.each([
  ['MONGO_URL', 'nonsense', 'mongodb://127.0.0.1:27017/partnerdesk', 'the built-in database'],
  ['MONGO_URL', 'http://127.0.0.1', 'mongodb://127.0.0.1:27017/partnerdesk', 'the built-in database'],
  ['REDIS_URL', 'redis://', 'redis://127.0.0.1:6379', 'a Redis of its own'],
])('%s=%s: one line with the remedy', async (name, value, example, own) => {
  const args = ['--port', String(await freePort())];
  const { code, stderr } = await start({ args, env: { [name]: value } });
  expect(stderr).toBe(
    `${name} is not an address such as ${example}: correct it, or unset ${name} for ${own}.\n`,
  );
  expect(code).toBe(1);
});

test('a broken .env: file and line', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'start-'));
  writeFileSync(join(cwd, '.env'), 'LOG_LEVEL=info\nPORT 8080\n');
  const { code, stderr } = await start({ cwd });
  expect(stderr).toBe('.env, line 2, is not NAME=value: mend or remove that line.\n');
  expect(code).toBe(1);
  expect(existsSync(join(cwd, '.data'))).toBe(false);
});

test('a data folder in use: by whom, and the flag that helps', async () => {
  const data = mkdtempSync(join(tmpdir(), 'data-'));
  const claim = new Claim(data, 'npm run import');
  await claim.take();
  const { code, stderr } = await start({ args: ['--data', data, '--port', String(await freePort())] });
  const holder = `npm run import (process ${process.pid})`;
  expect(stderr).toBe(
    `The data folder ${data} is in use by ${holder}: end that, or choose another folder with --data DIR.\n`,
  );
  expect(code).toBe(1);
  expect(existsSync(join(data, 'running.json'))).toBe(true);
  claim.release();
});

test('a Node that is too old: which one to get', async () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })";
  const { code, stderr } = await start({
    node: ['--import', `data:text/javascript,${encodeURIComponent(old)}`],
  });
  expect(stderr).toBe(
    'Node 18.20.8 is too old: install 20.19 or newer from https://nodejs.org and try again.\n',
  );
  expect(code).toBe(1);
});

test('no Redis, and none that can be installed: how to get it', async () => {
  const { code, stderr } = await start({
    args: ['--port', String(await freePort())],
    env: { PATH: bareFolder() },
  });
  expect(stderr).toMatch(/^No redis-server on the PATH: install it \(Debian: .*\), or set REDIS_URL\.\n$/);
  expect(code).toBe(1);
});

test.each([
  ['MONGO_URL', 'mongodb://ann:secret@127.0.0.1:PORT/x', 'the built-in database'],
  ['REDIS_URL', 'redis://127.0.0.1:PORT', 'a Redis of its own'],
])('%s names a server that is not there: which, and how to do without', async (name, address, own) => {
  const port = await freePort();
  const env = { [name]: address.replace('PORT', String(port)) };
  const { code, stderr } = await start({ args: ['--port', String(await freePort())], env });
  expect(stderr).toBe(
    `${name} names 127.0.0.1:${port}, where nothing answers: start that server, or unset ${name} for ${own}.\n`,
  );
  expect(code).toBe(1);
});

test('an unknown flag: where to look', async () => {
  const { code, stderr } = await start({ args: ['--nodemo'] });
  expect(stderr).toMatch(/nodemo.*: npm start -- --help lists the flags\.\n$/);
  expect(code).toBe(1);
});

test('--help starts nothing', async () => {
  const { code, stdout, cwd } = await start({ args: ['--help'] });
  expect(stdout).toContain('npm start -- [--port N] [--data DIR] [--no-live] [--no-demo]');
  expect(code).toBe(0);
  expect(readdirSync(cwd)).toEqual([]);
});
