import { readdirSync, rmSync } from 'node:fs';
import fs, { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays } from '@partnerdesk/contracts';
import { useTestDatabase } from '@partnerdesk/testing';
import { waitFor } from '@partnerdesk/testing/services';
import { today } from '../config';
import { takeBackup } from './backup';
import { keptDays, takeNightlyBackup } from './nightly-backup';

useTestDatabase({ builtIn: true });

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nightly-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('seven days are kept, and the last backup of each of the last four weeks', () => {
  const days = Array.from({ length: 60 }, (_, back) => addDays('2026-03-18', -back));
  expect(keptDays(days)).toEqual([
    ...['2026-03-18', '2026-03-17', '2026-03-16', '2026-03-15', '2026-03-14', '2026-03-13', '2026-03-12'],
    ...['2026-03-08', '2026-03-01'],
  ]);
  expect(keptDays(['2026-01-01', '2026-03-18'])).toEqual(['2026-03-18', '2026-01-01']);
});

test('one of two workers takes the day’s backup, once; a lock that was left behind does not keep the next from it', async () => {
  const name = `partnerdesk-${today()}.tar.gz`;
  const made = await Promise.all([takeNightlyBackup(folder, folder), takeNightlyBackup(folder, folder)]);
  expect(made.filter(Boolean)).toEqual([path.join(folder, name)]);
  expect(await readdir(folder)).toEqual([name]);
  expect(await takeNightlyBackup(folder, folder)).toBeUndefined();

  await rm(path.join(folder, name));
  const lock = path.join(folder, 'nightly.lock');
  await writeFile(lock, 'another worker');
  await utimes(lock, new Date(), new Date());
  expect(await takeNightlyBackup(folder, folder)).toBeUndefined();
  await utimes(lock, new Date(0), new Date(0));
  expect(await takeNightlyBackup(folder, folder)).toBe(path.join(folder, name));
});

test('the name of a night’s backup is on disk as well as its bytes', async () => {
  const [rename, open] = [jest.spyOn(fs, 'rename'), jest.spyOn(fs, 'open')];
  const file = await takeNightlyBackup(folder, folder);
  const orderOf = ({ mock }: jest.SpyInstance, path?: string) =>
    Math.max(
      ...mock.calls.map((call, at) => (call.includes(path) ? Number(mock.invocationCallOrder[at]) : 0)),
    );
  expect(orderOf(open, folder)).toBeGreaterThan(orderOf(rename, file));
  rename.mockRestore();
  open.mockRestore();
});

test('a backup is readable by this user alone, whatever its folder', async () => {
  const file = path.join(folder, 'one.tar.gz');
  await takeBackup(file, folder);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('pictures that are removed while they are copied are left out', async () => {
  const pictures = path.join(folder, 'pictures', 'images', 'members');
  await mkdir(pictures, { recursive: true });
  const names = ['1.jpg', '2.jpg', '3.jpg'];
  for (const name of names) await writeFile(path.join(pictures, name), name);
  const { signal } = new AbortController();
  const copied = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCopy);
  const isCopy = (name: string) => /\.part-.*\.jpg$/.test(name);
  // Asked before each thing that is copied: once there is one picture, the others are listed.
  signal.throwIfAborted = () => {
    if (copied().length > 0) for (const name of names) rmSync(path.join(pictures, name), { force: true });
  };
  const { digests } = await takeBackup(path.join(folder, 'one.tar.gz'), folder, signal);
  expect(Object.keys(digests).sort()).toEqual(['mongo/data.mdb', expect.stringMatching(/^pictures.*jpg$/)]);
});

test('what backups that were cut short left is removed; other files stay', async () => {
  await mkdir(path.join(folder, 'partnerdesk-2026-01-01.tar.gz.part-abcdef', 'mongo'), { recursive: true });
  await writeFile(path.join(folder, 'partnerdesk-2026-01-01.tar.gz.part-abcdef.tar.gz'), 'half');
  await writeFile(path.join(folder, 'monday.tar.gz'), 'made by hand');
  expect(await takeNightlyBackup(folder, folder)).toBeDefined();
  expect((await readdir(folder)).sort()).toEqual(['monday.tar.gz', `partnerdesk-${today()}.tar.gz`]);
});

/** Begins a backup, and resolves while it is being packed. */
async function beginBackup(signal?: AbortSignal) {
  const data = path.join(folder, 'data');
  const backups = path.join(folder, 'backups');
  await mkdir(path.join(data, 'pictures'), { recursive: true });
  await writeFile(path.join(data, 'pictures', 'large'), '');
  await truncate(path.join(data, 'pictures', 'large'), 96 * 1024 * 1024);
  const outcome = takeNightlyBackup(backups, data, signal).catch((error: Error) => error);
  const names = () => readdir(backups).catch(() => []);
  await waitFor(async () => (await names()).some((name) => /part-\w+\.tar\.gz$/.test(name)), {
    what: 'the backup to be packed',
  });
  return { backups, outcome };
}

test('one that is cut short ends, and leaves nothing', async () => {
  const stop = new AbortController();
  const { backups, outcome } = await beginBackup(stop.signal);
  stop.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(await readdir(backups)).toEqual([]);
});

test('one whose lock was taken while it was paused gets no name: the other may have removed parts of it', async () => {
  const { backups, outcome } = await beginBackup();
  await writeFile(path.join(backups, 'nightly.lock'), 'another worker');
  expect(await outcome).toMatchObject({ message: expect.stringContaining('taken by another process') });
  expect(await readdir(backups)).toEqual(['nightly.lock']);
});
