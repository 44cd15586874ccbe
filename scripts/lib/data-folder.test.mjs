import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Claim, readRunning, rememberDemo } from './data-folder.mjs';
import { isAlive, processStamp } from './process-group.mjs';

const folder = () => mkdtempSync(join(tmpdir(), 'data-'));
const idle = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
const known = (/** @type {import('node:child_process').ChildProcess} */ child) => ({
  name: 'idle',
  pid: /** @type {number} */ (child.pid),
  stamp: processStamp(/** @type {number} */ (child.pid)),
});

test('a folder has one holder at a time', async () => {
  const dir = folder();
  const first = new Claim(dir, 'npm start');
  await first.take();
  first.update({ mongoUrl: 'mongodb://127.0.0.1:1/x' });
  expect(readRunning(dir)).toMatchObject({ pid: process.pid, mongoUrl: 'mongodb://127.0.0.1:1/x' });
  const remedy = `is in use by npm start (process ${process.pid}): end that, or choose another folder with --data DIR.`;
  await expect(new Claim(dir, 'npm run import').take()).rejects.toThrow(remedy);
  first.release();
  expect(readRunning(dir)).toBeUndefined();
  await new Claim(dir, 'npm run import').take();
});

test('what a killed holder left running is ended before the folder is taken', async () => {
  const dir = folder();
  const [holder, orphan] = [idle(), idle()];
  const left = { ...known(holder), command: 'npm start', children: [known(orphan)] };
  writeFileSync(join(dir, 'running.json'), JSON.stringify(left));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const gone = once(orphan, 'exit');
  /** @type {string[]} */
  const lines = [];
  await new Claim(dir, 'npm start').take((line) => lines.push(line));
  expect(lines).toEqual([`Ending idle (process ${orphan.pid}), which an earlier npm start left running`]);
  expect(await gone).toEqual([null, 'SIGTERM']);
  expect(readRunning(dir)?.pid).toBe(process.pid);
});

test('a process that only has the number of a former holder is neither the holder nor ended', async () => {
  const dir = folder();
  const stranger = idle();
  const record = { ...known(stranger), stamp: '1' };
  writeFileSync(
    join(dir, 'running.json'),
    JSON.stringify({ ...record, command: 'npm start', children: [record] }),
  );
  await new Claim(dir, 'npm start').take();
  expect(isAlive(known(stranger))).toBe(true);
  stranger.kill();
});

test('an unreadable record does not keep the folder shut', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'running.json'), '');
  await new Claim(dir, 'npm start').take();
  expect(readRunning(dir)?.pid).toBe(process.pid);
});

test('a folder that cannot be made is reported with the remedy', async () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  await expect(new Claim(join(file, 'below'), 'npm start').take()).rejects.toThrow(
    /choose another with --data DIR/,
  );
  expect(existsSync(join(file, 'below'))).toBe(false);
});

test('a business that was begun without the demo never gets it, also where the disk was full at a later start', () => {
  const dir = folder();
  expect(rememberDemo(dir, false)).toBe(false);
  const write = fs.writeFileSync;
  const full = jest.spyOn(fs, 'writeFileSync').mockImplementation((file) => {
    write(file, '');
    throw new Error('ENOSPC: no space left on device');
  });
  expect(() => rememberDemo(dir, true)).toThrow('ENOSPC');
  full.mockRestore();
  expect(rememberDemo(dir, true)).toBe(false);
});
