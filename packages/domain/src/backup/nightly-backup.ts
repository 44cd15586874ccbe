import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { addDays, type BusinessDay } from '@partnerdesk/contracts';
import { today } from '../config';
import { exists, takeBackup } from './take-backup';

const KEPT_DAILY = 7;
const KEPT_WEEKLY = 4;
/** A worker that began a backup so long ago and has not finished it is dead (ms). */
const ABANDONED_MS = 6 * 3_600_000;

const nameOf = (day: BusinessDay) => `partnerdesk-${day}.tar.gz`;
const DAY_OF_NAME = /^partnerdesk-(\d{4}-\d{2}-\d{2})\.tar\.gz$/;

/**
 * Takes today's backup unless there is one, and deletes those that are no longer kept: the last seven days, and of the
 * last four weeks the last one each. Of several workers with this folder one takes it.
 * @param folder absolute path
 * @returns the file that was made; undefined: there was nothing to do
 */
export async function takeNightlyBackup(folder: string, dataDir: string): Promise<string | undefined> {
  const file = path.join(folder, nameOf(today()));
  if (await exists(file)) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = path.join(folder, `${today()}.lock`);
  if (!(await takeLock(lock))) return undefined;
  try {
    await takeBackup(file, dataDir);
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
  const days = (await readdir(folder)).flatMap((name) => DAY_OF_NAME.exec(name)?.[1] ?? []);
  const kept = new Set(keptDays(days as BusinessDay[]));
  for (const day of days as BusinessDay[])
    if (!kept.has(day)) await rm(path.join(folder, nameOf(day)), { force: true });
  return file;
}

/** Which backups are kept, newest first. */
export function keptDays(days: readonly BusinessDay[]): BusinessDay[] {
  const newest = [...days].sort().reverse();
  const lastOfWeek = new Map<BusinessDay, BusinessDay>();
  for (const day of newest) if (!lastOfWeek.has(mondayOf(day))) lastOfWeek.set(mondayOf(day), day);
  const weekly = [...lastOfWeek.values()].slice(0, KEPT_WEEKLY);
  return newest.filter((day, index) => index < KEPT_DAILY || weekly.includes(day));
}

function mondayOf(day: BusinessDay): BusinessDay {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** @returns false: another worker has it */
async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (await stat(lock).then(({ mtimeMs }) => mtimeMs, Date.now));
    if (age < ABANDONED_MS) return false;
    await rm(lock, { recursive: true, force: true });
    return takeLock(lock);
  }
}
