import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { databaseUrl, useTestDatabase } from '@partnerdesk/testing';
import { addressOfPrimary, waitFor } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { connectDatabase, databaseReady, disconnectDatabase } from '../database';

useTestDatabase();

/** More than sockets hold by themselves (bytes). */
const LARGE = 15 * 2 ** 20;
const document = () => ({ text: 'x'.repeat(LARGE) }) as never;

test('a large write to a server that hangs ends with its deadline, and is repeated', async () => {
  const primary = await addressOfPrimary(databaseUrl());
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const target = connect(primary.port, primary.host);
    for (const each of [socket, target]) each.on('error', () => each.destroy());
    socket.on('close', () => target.destroy());
    sockets.add(socket);
    socket.pipe(target).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await disconnectDatabase();
  await connectDatabase(primary.through((server.address() as AddressInfo).port), { callMs: 10_000 });
  const collection = mongoose.connection.collection('large');
  await collection.insertOne(document());
  for (const socket of sockets) socket.unpipe().pause();
  // The driver's second try, over a new connection.
  await collection.insertOne(document());
  expect(await collection.countDocuments({ _id: { $exists: true } })).toBe(2);
  await collection.deleteMany({});
  await disconnectDatabase();
  server.close();
  for (const socket of sockets) socket.destroy();
  await connectDatabase(databaseUrl());
});

test('a process finds its database again whose connections went as it wrote to them, its monitor’s too', async () => {
  const { port } = await addressOfPrimary(databaseUrl());
  await disconnectDatabase();
  await connectDatabase(databaseUrl(), { callMs: 2500 });
  const { write } = Socket.prototype;
  let lost = 0;
  const losing = jest.spyOn(Socket.prototype, 'write').mockImplementation(function lose(
    this: Socket,
    ...sent
  ) {
    if (this.remotePort === port) {
      lost += 1;
      this.destroy();
    }
    return write.apply(this, sent as unknown as Parameters<typeof write>);
  });
  const ask = () =>
    databaseReady().then(
      () => true,
      () => false,
    );
  await waitFor(async () => !(await ask()) && lost > 10, { what: 'connections to go' });
  losing.mockRestore();
  await waitFor(ask, { what: 'the database', timeoutMs: 15_000 });
  await disconnectDatabase();
  await connectDatabase(databaseUrl());
});
