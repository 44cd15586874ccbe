import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BusinessDay } from '@partnerdesk/contracts';
import { mondayOf, today } from '../config';
import { takeBackup } from './backup';

const KEPT_DAILY = 7;
const KEPT_WEEKLY = 4;

const nameOf = (day: BusinessDay) => `partnerdesk-${day}.tar.gz`;
const DAY_OF_NAME = /^partnerdesk-(\d{4}-\d{2}-\d{2})\.tar\.gz$/;
const LOCK = 'nightly.lock';
/** What a backup that was cut short leaves. */
const LEFT_OVER = /^partnerdesk-\d{4}-\d{2}-\d{2}\.tar\.gz\.part-/;

/**
 * Takes today's backup unless there is one, and keeps those of the last seven days and the last one of each of four weeks.
 * Of several workers with this folder one takes it; what a dead one left is removed. @returns the file; undefined: none was made
 */
export async function takeNightlyBackup(
  folder: string,
  dataDir: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await takeLock(path.join(folder, LOCK));
  if (!lock) return undefined;
  try {
    const names = await readdir(folder);
    for (const name of names.filter((each) => LEFT_OVER.test(each)))
      await rm(path.join(folder, name), { recursive: true, force: true });
    const file = path.join(folder, nameOf(today()));
    if (existsSync(file)) return undefined;
    // Another worker that has taken the lock has removed parts of it.
    await takeBackup(file, dataDir, signal, lock.checkOrThrow);
    await trim(folder);
    return file;
  } finally {
    await lock.release();
  }
}

async function trim(folder: string): Promise<void> {
  const days = (await readdir(folder)).flatMap((name) => DAY_OF_NAME.exec(name)?.[1] ?? []);
  const kept = keptDays(days);
  for (const day of days) if (!kept.includes(day)) await rm(path.join(folder, nameOf(day)), { force: true });
}

/** Which backups are kept, newest first. */
export function keptDays(days: readonly BusinessDay[]): BusinessDay[] {
  const newest = [...days].sort().reverse();
  const lastOfWeek = new Map<BusinessDay, BusinessDay>();
  for (const day of newest) if (!lastOfWeek.has(mondayOf(day))) lastOfWeek.set(mondayOf(day), day);
  const weekly = [...lastOfWeek.values()].slice(0, KEPT_WEEKLY);
  return newest.filter((day, index) => index < KEPT_DAILY || weekly.includes(day));
}

const SIGN_OF_LIFE_MS = 60_000;
/** A holder without a sign of life for so long is dead (ms). */
const ABANDONED_MS = 5 * SIGN_OF_LIFE_MS;

/**
 * Takes a lock that one process of several on a file system holds; one that was paused for too long may lose it.
 * @returns undefined: another process holds it
 */
export async function takeLock(file: string) {
  // Two may take an abandoned one at once: the later one holds it, the other learns so from checkOrThrow.
  if (await isAbandoned(file)) await rm(file, { force: true });
  const holder = randomUUID();
  const isHeld = async () => (await readFile(file, 'utf8').catch(() => '')) === holder;
  const giveSign = async () => (await isHeld()) && utimes(file, new Date(), new Date());
  const timer = setInterval(() => void giveSign().catch(() => {}), SIGN_OF_LIFE_MS).unref();
  try {
    await writeFile(file, holder, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    clearInterval(timer);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  }
  return {
    /** @throws Error when another process took it as abandoned */
    async checkOrThrow() {
      if (!(await isHeld())) throw new Error(`${file} was taken by another process`);
    },
    async release() {
      clearInterval(timer);
      if (await isHeld()) await rm(file, { force: true });
    },
  };
}

async function isAbandoned(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}
