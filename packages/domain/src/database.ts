import mongoose from 'mongoose';
import { checkTimeZoneOrThrow } from './ledger/installation';
import { readDatabaseClock } from './ledger/journal-clock';
import { watchDatabase } from './watch-database';

/**
 * Connects this process to the database and makes sure that every index is there.
 * Writes are acknowledged by a majority and journaled: what is acknowledged is never lost (docs/RULES.md, Events).
 * @param options `watched`: commands are timed for the metrics, which costs a little on each
 * @throws Error when the server does not answer within 10 s, or the business time zone is not that of the stored events
 */
export async function connectDatabase(url: string, { watched = false } = {}): Promise<void> {
  if (watched) mongoose.connection.once('open', () => watchDatabase(mongoose.connection.getClient()));
  await mongoose.connect(url, {
    monitorCommands: watched,
    serverSelectionTimeoutMS: 10_000,
    writeConcern: { w: 'majority', journal: true },
    retryWrites: true,
    ignoreUndefined: true,
  });
  await ensureIndexes();
  await readDatabaseClock();
  await checkTimeZoneOrThrow();
}

/** Creates the indexes of every model that is registered. Safe to repeat. */
export async function ensureIndexes(): Promise<void> {
  for (const model of Object.values(mongoose.models)) await model.createIndexes();
}

export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
}

/** @throws Error when the database does not answer */
export async function databaseReady(): Promise<void> {
  if (mongoose.connection.readyState !== 1 || !mongoose.connection.db)
    throw new Error('database: not connected');
  await mongoose.connection.db.command({ ping: 1 }, { timeoutMS: 2000 });
}
