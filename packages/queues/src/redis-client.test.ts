import { connect, createServer, type Server, Socket } from 'node:net';
import { testRedis } from '@partnerdesk/testing/services';
import { RedisClient } from './redis-client';

const DEMOTED = "-READONLY You can't write against a read only replica.\r\n";

let address: URL;
let proxy: Server;
let client: RedisClient;
let connections: number;
const sockets = new Set<Socket>();

/** The first connection is to a server that is no primary any more, each later one to Redis. */
function serve(socket: Socket): void {
  connections += 1;
  const isDemoted = connections === 1;
  const target = connect(Number(address.port), address.hostname);
  for (const end of [socket, target]) sockets.add(end.on('error', () => end.destroy()));
  socket.on('close', () => target.destroy());
  socket.on('data', (chunk) => {
    if (isDemoted && chunk.includes('set\r\n')) socket.write(DEMOTED);
    else target.write(chunk);
  });
  target.pipe(socket);
}

beforeEach(async () => {
  connections = 0;
  address = new URL((await testRedis()).url);
  proxy = createServer(serve);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as { port: number };
  client = new RedisClient(`redis://127.0.0.1:${port}${address.pathname}`, { callMs: 5000 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  client.disconnect();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy.close(resolve));
});

test('a server that is the primary no longer is left for the one that is', async () => {
  await expect(client.set('a', 1)).rejects.toThrow('READONLY');
  expect(await client.set('a', 2)).toBe('OK');
  expect(connections).toBe(2);
});

test('a connection that only listens notices that its other end is gone', async () => {
  const asked = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const listener = client.duplicate();
  await listener.subscribe('a');
  listener.disconnect();
  expect(asked).toHaveBeenCalledWith(true, 30_000);
});
