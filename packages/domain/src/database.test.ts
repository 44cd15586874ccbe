import { useTestDatabase } from '@partnerdesk/testing';
import mongoose from 'mongoose';
import { AffiliateModel } from './accounts/affiliate.model';
import { reviveDatabase } from './database';

useTestDatabase('revive');

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
