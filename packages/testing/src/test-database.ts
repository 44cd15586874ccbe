import { randomBytes } from 'node:crypto';
import { configureDomain, connectDatabase, disconnectDatabase, ensureIndexes } from '@partnerdesk/domain';
import { testDatabaseUrl } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { explainQueries, recordsPlans, watchQueries } from './query-plans';

let url = '';

/** Address of this file's database, for further connections to it. */
export const databaseUrl = () => url;

/** Gives a test file an empty database of its own, emptied before each test. Call it at the top of the file. */
export function useTestDatabase(name: string): void {
  beforeAll(async () => {
    configureDomain({ fieldKeys: [{ id: 'test', key: randomBytes(32) }], timeZone: 'America/New_York' });
    url = testDatabaseUrl(name);
    await connectDatabase(url, { watched: recordsPlans });
    if (recordsPlans) watchQueries();
  });
  beforeEach(async () => {
    await mongoose.connection.dropDatabase();
    await ensureIndexes();
  });
  if (recordsPlans) afterEach(explainQueries);
  afterAll(async () => {
    await mongoose.connection.dropDatabase();
    await disconnectDatabase();
  });
}
