import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { databaseUrl, useTestDatabase } from '@partnerdesk/testing';
import { addressOfPrimary } from '@partnerdesk/testing/services';
import mongoose from 'mongoose';
import { connectDatabase, disconnectDatabase } from '../database';

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
