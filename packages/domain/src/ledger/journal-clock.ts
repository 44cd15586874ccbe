import mongoose from 'mongoose';
import { domainConfig } from '../platform';

/** How often it is compared, for machines that were asleep, and for a database whose own clock was set (ms). */
const COMPARE_MS = 60_000;
/** Clocks differ by less than this because of the network, or of being kept in step (ms). */
const USUAL_MS = 5000;

/** The database's time minus the time since this process began (ms), which nobody can set. */
let offsetMs = Date.now() - performance.now();
let comparing: NodeJS.Timeout | undefined;

/** Compares this process's clock with the database's, which all processes share; now, and from time to time. */
export async function readDatabaseClock(): Promise<void> {
  await compare();
  clearInterval(comparing);
  comparing = setInterval(() => void compare().then(warn, () => undefined), COMPARE_MS).unref();
}

export function forgetDatabaseClock(): void {
  clearInterval(comparing);
}

/** @returns by how much the database's clock was moved since the last time (ms) */
async function compare(): Promise<number> {
  const before = performance.now();
  const { localTime } = (await mongoose.connection.db?.command({ hello: 1 })) ?? {};
  if (!(localTime instanceof Date)) return 0;
  const former = offsetMs;
  offsetMs = localTime.getTime() - (before + performance.now()) / 2;
  return offsetMs - former;
}

function warn(movedMs: number): void {
  if (Math.abs(movedMs) > USUAL_MS)
    domainConfig().logger?.warn({ movedMs: Math.round(movedMs) }, 'the database’s clock was moved');
}

/** The time of a record: the database's, and never before that of an earlier record. @param last time of the record before */
export function journalTime(last?: Date): Date {
  return new Date(Math.max(databaseNow().getTime(), last?.getTime() ?? 0));
}

/** The database's time: the same for all processes, whatever clock a worker has. */
export const databaseNow = (): Date => new Date(Math.round(performance.now() + offsetMs));

/** Sets this process's clock of the journal to an instant from which it goes on, for the past of a demo. */
export function setJournalClock(instant: Date): void {
  forgetDatabaseClock();
  offsetMs = instant.getTime() - performance.now();
}
