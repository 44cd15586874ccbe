import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '@partnerdesk/testing/services';
import { takeLock } from './nightly-backup';

type Lock = NonNullable<Awaited<ReturnType<typeof takeLock>>>;
let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
  file = path.join(folder, 'one.lock');
});
afterEach(async () => {
  jest.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const age = (minutes: number) => {
  const at = new Date(Date.now() - minutes * 60_000);
  return utimes(file, at, at);
};

test('one holds it until it is released; five minutes without a sign of life, and another takes it', async () => {
  const lock = (await takeLock(file)) as Lock;
  await age(4);
  expect(await takeLock(file)).toBeUndefined();
  await age(6);
  const next = (await takeLock(file)) as Lock;
  await expect(lock.checkOrThrow()).rejects.toThrow('taken by another process');
  await lock.release();
  await next.checkOrThrow();
  await next.release();
  expect(await readdir(folder)).toEqual([]);
});

test('a holder gives a sign of life each minute', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'setTimeout'] });
  const lock = (await takeLock(file)) as Lock;
  await age(6);
  jest.advanceTimersByTime(60_000);
  const isFresh = async () => Date.now() - (await stat(file)).mtimeMs < 60_000;
  await waitFor(isFresh, { what: 'a sign of life' });
  await lock.release();
});
