import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  addPayees,
  databaseUrl,
  ingest,
  TestReplicaSet,
  useTestDatabase,
  waitFor,
} from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { AffiliateModel } from './accounts/account.models';
import { searchAccounts } from './accounts/search-accounts';
import { connectDatabase, disconnectDatabase } from './database';
import { RefusedEventModel } from './ledger/refused-events';
import { takeBackup } from './platform/backup/backup';
import { ensureIndexes } from './platform/indexes';
import { FormatModel } from './platform/migrations/migrate';

useTestDatabase({ own: true });

afterEach(() => jest.restoreAllMocks());

test('writes are acknowledged by the majority’s disks, whatever the address says', async () => {
  await disconnectDatabase();
  const mark = databaseUrl().includes('?') ? '&' : '?';
  await connectDatabase(`${databaseUrl()}${mark}w=1&journal=false&retryWrites=false`);
  const { writeConcern, retryWrites } = mongoose.connection.getClient().options;
  expect([writeConcern?.w, writeConcern?.j, retryWrites]).toEqual(['majority', true, true]);
  await disconnectDatabase();
  await connectDatabase(databaseUrl());
});

describe('indexes', () => {
  const traces = () => mongoose.connection.collection('fraudTraces');
  const events = () => mongoose.connection.collection('events');
  const listed = async (collection: ReturnType<typeof traces>) =>
    (await collection.listIndexes().toArray()).map(({ v, ...index }) => index);

  test('a changed expiry, filter or name is brought to what this version has, and the rest stays', async () => {
    const [wanted, other] = [await listed(traces()), await listed(events())];
    const expiring = wanted.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)!;
    await mongoose.connection.db!.command({
      collMod: 'fraudTraces',
      index: { name: expiring.name, expireAfterSeconds: (expiring.expireAfterSeconds ?? 0) + 1 },
    });
    await events().dropIndex('waitsFor_1');
    await events().createIndex({ waitsFor: 1 }, { partialFilterExpression: { waitsFor: { $gt: 'a' } } });
    await events().dropIndex('day_1');
    await events().createIndex({ day: 1 }, { name: 'by_day' });
    const dropped = jest.spyOn(mongoose.mongo.Collection.prototype, 'dropIndex');
    await ensureIndexes();
    // The expiry is changed in place: the index serves on.
    expect(dropped.mock.calls.map(([name]) => name).sort()).toEqual(['by_day', 'waitsFor_1']);
    expect(await listed(traces())).toEqual(wanted);
    const byName = (a: { name?: string }, b: { name?: string }) => (String(a.name) < String(b.name) ? -1 : 1);
    expect((await listed(events())).sort(byName)).toEqual(other.sort(byName));
  });

  test('they are made when they have changed, by a majority of the members, and not at every start', async () => {
    const set = await TestReplicaSet.start();
    const builds = () => set.asked.filter(({ command }) => command === 'createIndexes').length;
    try {
      await disconnectDatabase();
      // As when a build takes longer than a connection lives.
      set.faultAt('createIndexes', 'lost answer');
      await connectDatabase(set.url, { callMs: 5000 });
      const made = builds();
      expect(made).toBeGreaterThan(20);
      await disconnectDatabase();
      await connectDatabase(set.url);
      expect(builds()).toBe(made);
      await FormatModel.updateOne({}, { $set: { indexes: 'of another version' } });
      await disconnectDatabase();
      await connectDatabase(set.url);
      expect(builds()).toBe(2 * made - 1);
      await FormatModel.updateOne({}, { $set: { indexes: 'of a third version' } });
      await disconnectDatabase();
      set.faultAt('createIndexes', 'election');
      await connectDatabase(set.url);
      expect(builds()).toBe(3 * made - 2);
      const all = set.asked.filter(({ command }) => command === 'createIndexes');
      expect(new Set(all.map(({ commitQuorum }) => commitQuorum))).toEqual(new Set(['majority']));
      await events().dropIndex('day_1');
      await events().createIndex({ day: 1 }, { name: 'by_day' });
      await FormatModel.updateOne({}, { $set: { indexes: 'of a fourth version' } });
      await disconnectDatabase();
      const end = set.faultAt('dropIndexes', 'election');
      await connectDatabase(set.url);
      expect([end(), (await listed(events())).map(({ name }) => name)]).toEqual([
        true,
        expect.arrayContaining(['day_1']),
      ]);
    } finally {
      await disconnectDatabase();
      await set.close();
      await connectDatabase(databaseUrl());
    }
  });

  test('a build may take longer than a call of a web server', async () => {
    const set = await TestReplicaSet.start();
    const builds = () => set.asked.filter(({ command }) => command === 'createIndexes').length;
    const callMs = 2000;
    try {
      await disconnectDatabase();
      await connectDatabase(set.url);
      const made = builds();
      await FormatModel.updateOne({}, { $set: { indexes: 'of another version' } });
      await disconnectDatabase();
      set.asked.length = 0;
      const end = set.hold('createIndexes');
      const connected = connectDatabase(set.url, { callMs });
      await waitFor(() => builds() === made, { what: 'the builds to begin' });
      // A call with that deadline, which begins after the builds, ends before them.
      const options = { socketTimeoutMS: callMs };
      const client = await mongoose.mongo.MongoClient.connect(set.url, options);
      await expect(client.db('other').createIndex('others', { a: 1 })).rejects.toThrow(/timed out/);
      await client.close();
      end();
      await connected;
      expect(builds()).toBe(made + 1);
    } finally {
      await disconnectDatabase();
      await set.close();
      await connectDatabase(databaseUrl());
    }
  });
});

test('a backup may take longer than a call of a web server', async () => {
  const set = await TestReplicaSet.start();
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-'));
  const isAsked = () => set.asked.some(({ command }) => command === 'backup');
  try {
    await disconnectDatabase();
    await connectDatabase(set.url, { callMs: 1000 });
    const end = set.hold('backup');
    const taken = takeBackup(path.join(folder, 'one.tar.gz'), folder).catch((error: Error) => error);
    await waitFor(isAsked, { what: 'the backup to begin' });
    // A copy with that deadline, which begins after the backup's, ends before it.
    const copied = mongoose.connection
      .getClient()
      .db('admin')
      .command({ backup: path.join(folder, 'copy') });
    await expect(copied).rejects.toThrow(/timed out/);
    end();
    expect(await taken).toMatchObject({ digests: { 'mongo/data.mdb': expect.anything() } });
  } finally {
    await disconnectDatabase();
    await set.close();
    await rm(folder, { recursive: true });
    await connectDatabase(databaseUrl());
  }
});

test('counts go by an index: the collection’s own is wrong after a crash', async () => {
  const set = await TestReplicaSet.start();
  try {
    await disconnectDatabase();
    await connectDatabase(set.url);
    expect(await AffiliateModel.estimatedDocumentCount()).toBeGreaterThan(1000);
    await addPayees({ affiliates: [20, 20, 20] });
    expect((await searchAccounts({ kind: 'affiliate', criteria: {}, page: 1 })).total).toBe(3);
    await ingest({ eventID: 'x' });
    expect(await RefusedEventModel.findOne({})).toMatchObject({ eventID: 'x' });
  } finally {
    await disconnectDatabase();
    await set.close();
    await connectDatabase(databaseUrl());
  }
});
