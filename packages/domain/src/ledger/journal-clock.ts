import mongoose from 'mongoose';

/** The database's clock minus this process's (ms). */
let offsetMs = 0;

/** Compares this process's clock with the database's, which all processes share. */
export async function readDatabaseClock(): Promise<void> {
  const before = Date.now();
  const answer = await mongoose.connection.db?.command({ hello: 1 });
  const localTime = answer?.localTime;
  if (localTime instanceof Date) offsetMs = localTime.getTime() - (before + Date.now()) / 2;
}

/**
 * The time of a record: the database's, and never before that of an earlier record. Days that the ledger derives from
 * "now" go by it, not by the clock of the worker that happened to run.
 * @param last time of the record before
 */
export function journalTime(last?: Date): Date {
  return new Date(Math.max(Math.round(Date.now() + offsetMs), last?.getTime() ?? 0));
}
