import mongoose from 'mongoose';
import { checkTimeZoneOrThrow } from './ledger/installation';
import { forgetDatabaseClock, readDatabaseClock } from './ledger/journal-clock';
import { migrate } from './migrations/migrate';
import { watchDatabase } from './watch-database';

/** How long a call of a job or a command may take (ms); web servers give a shorter time. */
export const JOB_CALL_MS = 60_000;
/** Connections of one process at most. The journal is written by turns, so these serve reads, of a few ms each. */
const MAX_CONNECTIONS = 50;

/**
 * Connects this process to the database, and makes sure that its data has the format of this version and every index.
 * Writes are acknowledged by a majority and journaled: what is acknowledged is never lost (docs/RULES.md, Events).
 * @param options `callMs`: how long one call may take before it fails; `watched`: commands are timed for the metrics,
 *   which costs a little on each
 * @throws Error when the server does not answer; StartError when the data is of a newer version, or the
 *   business time zone is not that of the stored events
 */
export async function connectDatabase(
  url: string,
  { callMs = JOB_CALL_MS, watched = false }: { callMs?: number; watched?: boolean } = {},
): Promise<void> {
  const options = {
    monitorCommands: watched,
    ...deadlinesWithin(callMs),
    maxPoolSize: MAX_CONNECTIONS,
    writeConcern: { w: 'majority', journal: true },
    retryWrites: true,
    ignoreUndefined: true,
  } as const;
  await mongoose.connect(url, options);
  const watch = (client: mongoose.mongo.MongoClient) => watched && watchOnce(client);
  watch(mongoose.connection.getClient());
  makeClient = async () => {
    const client = await mongoose.mongo.MongoClient.connect(url, options);
    watch(client);
    return client;
  };
  await migrate();
  await ensureIndexes();
  await readDatabaseClock();
  await checkTimeZoneOrThrow();
}

/** Makes another client with the settings of the last connectDatabase. */
let makeClient: (() => Promise<mongoose.mongo.MongoClient>) | undefined;
/** Since when the database has not answered (ms since 1970). */
let silentSince: number | undefined;
/** Longer than the driver takes to connect again by itself (ms). */
const REVIVE_AFTER_MS = 5000;

/**
 * Asks the database, and connects again when it has not answered for a while. The driver (mongodb 7.8.0) does so by
 * itself, unless its monitor writes to a connection in the moment in which the other end goes: then it waits without
 * end for that write, and the process would never find the database again.
 * @throws Error when the database does not answer
 */
export async function reviveDatabase(): Promise<void> {
  try {
    await databaseReady();
    silentSince = undefined;
  } catch (error) {
    silentSince ??= Date.now();
    // mongoose takes another client only while it knows that the one it has is cut off.
    const isCutOff = mongoose.connection.readyState === mongoose.ConnectionStates.disconnected;
    if (!makeClient || !isCutOff || Date.now() - silentSince < REVIVE_AFTER_MS) throw error;
    const former = mongoose.connection.getClient();
    mongoose.connection.setClient(await makeClient());
    silentSince = undefined;
    void former.close(true).catch(() => undefined);
  }
}

let watchedClient: mongoose.mongo.MongoClient | undefined;

/** A connection that is set up again after a failure is the same. */
function watchOnce(client: mongoose.mongo.MongoClient): void {
  if (watchedClient === client) return;
  watchDatabase(client);
  watchedClient = client;
}

/**
 * Settings by which a call ends within `callMs` (the driver's own timeoutMS has no effect in this version). A server
 * that hangs fails its heartbeat within 0.7 of the time, which interrupts every call in hand; the driver then repeats a
 * call on another server if it finds one within the rest. A call that is merely slow has all of the time.
 */
function deadlinesWithin(callMs: number) {
  return {
    socketTimeoutMS: callMs,
    waitQueueTimeoutMS: callMs,
    heartbeatFrequencyMS: Math.min(callMs * 0.2, 2000),
    connectTimeoutMS: Math.min(callMs * 0.5, 10_000),
    serverSelectionTimeoutMS: Math.min(callMs * 0.3, 10_000),
  };
}

/** Creates the indexes of every model that is registered, each collection's by one command. Safe to repeat. */
export async function ensureIndexes(): Promise<void> {
  await Promise.all(
    Object.values(mongoose.models).map(async ({ schema, collection }) => {
      const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }));
      if (indexes.length > 0) await collection.createIndexes(indexes as never);
    }),
  );
}

export async function disconnectDatabase(): Promise<void> {
  makeClient = undefined;
  silentSince = undefined;
  forgetDatabaseClock();
  await mongoose.disconnect();
}

/** @throws Error when the database does not answer */
export async function databaseReady(): Promise<void> {
  if (!mongoose.connection.db) throw new Error('database: not connected');
  await mongoose.connection.db.command({ ping: 1 });
}
