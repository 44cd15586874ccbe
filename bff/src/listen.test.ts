import { Agent, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { State } from './context';
import { closeServer, drainServer, listen } from './listen';

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** A server whose only route answers when the test allows it. */
async function startSlow(): Promise<{
  server: Server;
  arrived: Promise<void>;
  answer: () => void;
  url: string;
}> {
  let answer: () => void = () => {};
  const allowed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let allow: () => void = () => {};
  const arrived = new Promise<void>((resolve) => {
    allow = resolve;
  });
  const app = new Koa<State>();
  app.use(async (ctx) => {
    allow();
    await allowed;
    ctx.body = 'done';
  });
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0 });
  return { server, arrived, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const request = (url: string) =>
  new Promise<string>((resolve, reject) => {
    get(url, { agent }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).on('error', reject);
  });

test('closing waits for a request under way, not for its idle connection afterwards', async () => {
  const { server, arrived, answer, url } = await startSlow();
  const answered = request(url);
  await arrived;
  const closed = closeServer(server);
  answer();
  expect(await answered).toBe('done');
  await closed;
  expect(server.listening).toBe(false);
});

test('idle connections are left to the proxy to close, which Caddy does after two minutes', async () => {
  const { server } = await startSlow();
  expect(server.keepAliveTimeout).toBeGreaterThan(120_000);
  await closeServer(server);
});

test('a server that is to end serves on for a while and has its callers connect elsewhere', async () => {
  const { server, answer, url } = await startSlow();
  answer();
  const connection = async () => (await fetch(url)).headers.get('connection');
  expect(await connection()).toBe('keep-alive');
  const drained = drainServer(server, 50);
  expect(await connection()).toBe('close');
  await drained;
  await closeServer(server);
});

test('a request that does not end is cut off', async () => {
  const { server, arrived, url } = await startSlow();
  const outcome = request(url).catch(({ code }) => code);
  await arrived;
  await closeServer(server, { timeoutMs: 10 });
  expect(await outcome).toBe('ECONNRESET');
});

test('a port that is taken is reported in one line, with the remedy', async () => {
  const { server } = await startSlow();
  const { port } = server.address() as AddressInfo;
  const attempt = listen(new Koa<State>().callback(), { host: '127.0.0.1', port });
  await expect(attempt).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken: end what uses it, or set PORT to another`,
  );
  await closeServer(server);
});

test('connections live longer than a proxy keeps them, are limited, and have to send in time', async () => {
  const { server } = await startSlow();
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(20_000);
  expect(server.requestTimeout).toBeLessThanOrEqual(60_000);
  expect(server.timeout).toBeGreaterThan(120_000);
  expect(server.maxConnections).toBeGreaterThan(0);
  expect(server.maxRequestsPerSocket).toBeGreaterThan(0);
  await closeServer(server);
});
