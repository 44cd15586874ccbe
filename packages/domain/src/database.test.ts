import { databaseUrl, TestReplicaSet, useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { AffiliateModel } from './accounts/affiliate.model';
import { connectDatabase, disconnectDatabase, reviveDatabase } from './database';
import { ensureIndexes } from './indexes';
import { FormatModel } from './migrations/format.model';

useTestDatabase({ own: true });

afterEach(() => jest.restoreAllMocks());

/** What is left when the driver's monitor waits for a write to a connection that is gone: nothing looks for the server. */
function loseServer(): void {
  const { topology } = mongoose.connection.getClient() as unknown as {
    topology: {
      s: { servers: Map<string, { monitor?: { close: () => void }; pool: { close: () => void } }> };
    };
  };
  for (const server of topology.s.servers.values()) {
    server.monitor?.close();
    server.pool.close();
  }
  Object.assign(mongoose.connection, { readyState: mongoose.ConnectionStates.disconnected });
}

test('a client that never finds its database again is replaced after a while, under the same models', async () => {
  await reviveDatabase();
  loseServer();
  const former = mongoose.connection.getClient();
  await expect(reviveDatabase()).rejects.toThrow();
  expect(mongoose.connection.getClient()).toBe(former);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await reviveDatabase();
  expect(mongoose.connection.getClient()).not.toBe(former);
  expect(await AffiliateModel.countDocuments()).toBe(0);
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
    await ensureIndexes();
    expect(await listed(traces())).toEqual(wanted);
    const byName = (a: { name?: string }, b: { name?: string }) => (String(a.name) < String(b.name) ? -1 : 1);
    expect((await listed(events())).sort(byName)).toEqual(other.sort(byName));
  });

  test('they are made when they have changed, with the time that a build needs, and not at every start', async () => {
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
    } finally {
      await disconnectDatabase();
      await set.close();
      await connectDatabase(databaseUrl());
    }
  });
});
