import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, requireAnswer } from './ports.mjs';

const server = createServer();
afterAll(() => void server.close());

test('a replica set is there while any of the members that its address names answers', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const down = await freePort();
  const set = (/** @type {number[]} */ ...ports) =>
    `mongodb://ann:se%2Ccret@${ports.map((each) => `127.0.0.1:${each}`).join()}/desk?replicaSet=rs0`;
  await requireAnswer('MONGO_URL', set(down, port));
  await expect(requireAnswer('MONGO_URL', set(down, down))).rejects.toThrow(
    `MONGO_URL names 127.0.0.1:${down}, 127.0.0.1:${down}, where nothing answers`,
  );
});

test.each(['mongodb://', 'mongodb://a,,b/desk', 'mongodb://a b/desk'])(
  '%s is no address',
  async (address) => {
    await expect(requireAnswer('MONGO_URL', address)).rejects.toThrow('MONGO_URL is not an address such as');
  },
);
