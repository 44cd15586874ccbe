import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addDays } from '@partnerdesk/contracts';
import { useTestDatabase } from '@partnerdesk/testing';
import { today } from '../config';
import { keptDays, takeNightlyBackup } from './nightly-backup';

useTestDatabase('nightly');

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
  const lock = path.join(folder, `${today()}.lock`);
  await mkdir(lock);
  expect(await takeNightlyBackup(folder, folder)).toBeUndefined();
  await utimes(lock, new Date(0), new Date(0));
  expect(await takeNightlyBackup(folder, folder)).toBe(path.join(folder, name));
});
