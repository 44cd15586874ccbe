import { metrics, StartError, staleReadsIn } from '@partnerdesk/node';
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
  if (watched) watchOnce(mongoose.connection.getClient());
  configurePatientClients(url, options);
  await migrate();
  await readDatabaseClock();
  await checkTimeZoneOrThrow();
  await checkKeysOrThrow();
  await checkAnchorOrThrow();
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
  forgetDatabaseClock();
  forgetJournal();
  await mongoose.disconnect();
}

/** @throws Error when the database does not answer */
export async function databaseReady(): Promise<void> {
  if (!mongoose.connection.db) throw new Error('database: not connected');
  await mongoose.connection.db.command({ ping: 1 });
}
