import { metrics, StartError, staleReadsIn, withDeadline } from '@partnerdesk/node';
import mongoose from 'mongoose';
import {
  checkAnchorOrThrow,
  checkKeysOrThrow,
  checkTimeZoneOrThrow,
  forgetDatabaseClock,
  forgetJournal,
  readDatabaseClock,
} from './ledger';
import { configurePatientClients, migrate } from './platform';

/** How long a call of a job or a command may take, and how long one waits for a primary (ms); web servers give a shorter time. */
export const JOB_CALL_MS = 60_000;
/** Connections of one process at most. The journal is written by turns, so these serve reads, of a few ms each. */
const MAX_CONNECTIONS = 50;

/**
 * Connects this process to the database, and makes sure that its data has the format and the indexes of this version.
 * Writes are acknowledged by a majority and journaled: what is acknowledged is never lost (docs/RULES.md, Events). Reads
 * are the primary's, of what a majority has: nothing is planned on an older state, nor on what may be rolled back.
 * @param options `callMs`: how long one call of a web server may take before it fails; without it a call takes JOB_CALL_MS,
 *   and waits as long for a primary, so that an election ends no job and no command. `watched`: commands are timed for the
 *   metrics, which costs a little on each
 * @throws Error when the server does not answer; StartError when the address asks for other reads, or when version, time
 *   zone, keys or PROOF_FILE do not fit what is stored
 */
export async function connectDatabase(
  url: string,
  { callMs, watched = false }: { callMs?: number; watched?: boolean } = {},
): Promise<void> {
  const problem = staleReadsIn(url);
  if (problem) throw new StartError(`The database's address ${problem}.`);
  const options = {
    monitorCommands: watched,
    ...(callMs ? deadlinesWithin(callMs) : JOB_DEADLINES),
    maxPoolSize: MAX_CONNECTIONS,
    writeConcern: { w: 'majority', journal: true },
    // Of its own besides: an address with journal=false would go before the one above.
    journal: true,
    readPreference: 'primary',
    readConcern: { level: 'majority' },
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
  configurePatientClients(url, options);
  await migrate();
  await readDatabaseClock();
  await checkTimeZoneOrThrow();
  await checkKeysOrThrow();
  await checkAnchorOrThrow();
}

/** With the settings of the last connectDatabase. */
let makeClient: (() => Promise<mongoose.mongo.MongoClient>) | undefined;
/** Since when the database has not answered (ms since 1970). */
let silentSince: number | undefined;
/** Longer than the driver takes to connect again by itself (ms). */
const REVIVE_AFTER_MS = 5000;
/** A database that has not answered for so long is away, however long calls wait for it (ms). */
const ANSWER_MS = 10_000;

/**
 * Asks the database, and connects again when it has not answered for a while. The driver (mongodb 7.8.0) does so itself, unless
 * its monitor writes to a connection in the moment in which the other end goes: it waits for that write without end.
 * @throws Error when the database does not answer
 */
export async function reviveDatabase(): Promise<void> {
  try {
    await withDeadline(databaseReady(), { dependency: 'the database', deadlineMs: ANSWER_MS });
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

function watchOnce(client: mongoose.mongo.MongoClient): void {
  // A connection that is set up again after a failure is the same.
  if (watchedClient === client) return;
  watchedClient = client;
  const observe = (outcome: string) => (event: { commandName: string; duration: number }) =>
    metrics.dependencyCalls.observe(
      { dependency: 'mongodb', operation: event.commandName, outcome },
      event.duration / 1000,
    );
  client.on('commandSucceeded', observe('ok'));
  client.on('commandFailed', observe('failed'));
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

/** Of jobs and commands: beyond JOB_CALL_MS for the call, as much again for a primary. */
const JOB_DEADLINES = { ...deadlinesWithin(JOB_CALL_MS), serverSelectionTimeoutMS: JOB_CALL_MS };

export async function disconnectDatabase(): Promise<void> {
  makeClient = undefined;
  silentSince = undefined;
  forgetDatabaseClock();
  forgetJournal();
  await mongoose.disconnect();
}

/** @throws Error when the database does not answer */
export async function databaseReady(): Promise<void> {
  if (!mongoose.connection.db) throw new Error('database: not connected');
  await mongoose.connection.db.command({ ping: 1 });
}
