import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  forgetJournal,
  journalAtRest,
} from '@partnerdesk/domain';
import { startEmbeddedMongo } from '@partnerdesk/embedded-mongo';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { isBuiltInDatabase, testDatabaseUrl, workerDatabaseUrl } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { explainQueries, recordsPlans, watchQueries } from './query-plans';

let url = '';

const COMMAND_NOT_FOUND = 59;

/** Address of the database of `useTestDatabase`, for further connections to it. */
export const databaseUrl = () => url;

/**
 * Deletes all documents of the connected database; indexes stay. Nothing else may write meanwhile: the ledger's writer
 * comes to rest first. It would otherwise take the database for one that has lost what it wrote.
 */
export async function emptyTestDatabase(): Promise<void> {
  await journalAtRest();
  const { db, collections } = mongoose.connection;
  await db?.command({ emptyDatabase: 1 }).catch(async (error) => {
    // Only the built-in database has that command, and not every connection is to the one that this run has.
    if (error.code !== COMMAND_NOT_FOUND) throw error;
    await Promise.all(Object.values(collections).map(emptyCollection));
  });
  forgetJournal();
}

/** A process that another file has started may have come to the database after it was emptied; each file has keys of its own. */
async function forgetKeys(address: string): Promise<void> {
  const connection = await mongoose.createConnection(address).asPromise();
  await connection.collection('writtenKeys').deleteMany({});
  await connection.close();
}

async function emptyCollection(collection: mongoose.Collection): Promise<void> {
  // The collection's own count may be wrong: after a crash, or on an engine that reckons it.
  if (await collection.findOne({}, { projection: { _id: 1 } })) await collection.deleteMany({});
}

/**
 * Gives a test file a database with all indexes, emptied before each test. Call it at the top of the file.
 * @param options `own`: one that no other file uses, for what a process remembers of a database; `builtIn`: what is tested
 *   only the built-in database has, which is started where the run has another one; `kept`: what a test writes stays for
 *   the file's other tests
 */
export function useTestDatabase({ own = false, builtIn = false, kept = false } = {}): void {
  let end = async () => {};
  beforeAll(async () => {
    configureDomain({
      fieldKeys: [{ id: 'test', key: randomBytes(32) }],
      proofKeys: DEVELOPMENT_PROOF_KEYS,
      timeZone: 'America/New_York',
    });
    url = own ? testDatabaseUrl() : workerDatabaseUrl();
    if (builtIn && !isBuiltInDatabase()) {
      const dataDir = mkdtempSync(join(tmpdir(), 'built-in-'));
      const server = await startEmbeddedMongo({ dataDir });
      url = server.url.replace('/?', '/test?');
      end = async () => {
        await server.stop();
        rmSync(dataDir, { recursive: true });
      };
    }
    await forgetKeys(url);
    await connectDatabase(url, { watched: recordsPlans });
    if (recordsPlans) watchQueries();
  });
  if (!kept) beforeEach(emptyTestDatabase);
  if (recordsPlans) afterEach(explainQueries);
  // The next file connects to an empty database.
  afterAll(async () => {
    await emptyTestDatabase();
    await disconnectDatabase();
    await end();
  });
}
