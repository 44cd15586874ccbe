import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { withDeadline } from '@partnerdesk/node';
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
  // With a deadline: without closed-connections.ts a call waits without end.
  const ask = () =>
    withDeadline(databaseReady(), { dependency: 'the database', deadlineMs: 5000 }).then(
      () => true,
      () => false,
    );
  await waitFor(async () => !(await ask()) && lost > 10, { what: 'connections to go' });
  losing.mockRestore();
  await waitFor(ask, { what: 'the database', timeoutMs: 15_000 });
  await disconnectDatabase();
  await connectDatabase(databaseUrl());
});

/** Of a server that takes compressed requests, which the built-in database does not. */
const HELLO = mongoose.mongo.BSON.serialize({
  ok: 1,
  isWritablePrimary: true,
  minWireVersion: 0,
  maxWireVersion: 21,
  maxBsonObjectSize: 2 ** 24,
  maxMessageSizeBytes: 48_000_000,
  compression: ['zlib'],
});
const OP_QUERY = 2004;
const OP_REPLY = 1;
const OP_MSG = 2013;

/** HELLO as the answer to a request of the wire protocol. */
function answerTo(request: Buffer): Buffer {
  const isQuery = request.readInt32LE(12) === OP_QUERY;
  const head = Buffer.alloc(isQuery ? 36 : 21);
  head.writeInt32LE(head.length + HELLO.length, 0);
  head.writeInt32LE(request.readInt32LE(4), 8);
  head.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  if (isQuery) head.writeInt32LE(1, 32);
  return Buffer.concat([head, HELLO]);
}

test('a call whose connection goes while its request is compressed fails, and waits no longer', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('data', (request) => socket.write(answerTo(request)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `mongodb://127.0.0.1:${port}/?directConnection=true&compressors=zlib&zlibCompressionLevel=9`;
  const client = await mongoose.mongo.MongoClient.connect(address, { socketTimeoutMS: 2000 });
  const database = client.db('any');
  await database.command({ ping: 1 });
  const asked = database.command({ ping: 1, large: randomBytes(LARGE / 4) });
  for (const socket of sockets) socket.destroy();
  const answer = withDeadline(asked, { dependency: 'the database', deadlineMs: 20_000 });
  await expect(answer).rejects.toMatchObject({ name: 'MongoNetworkError' });
  server.close();
  await client.close();
});
