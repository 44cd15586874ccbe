import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { Circuit, createLogger } from '@partnerdesk/node';
import Koa from 'koa';
import type { KoaStep, State, Step } from '../context';
import { closeServer, listen } from '../listen';
import { refuseWithout, requestDeadline } from './deadline';
import { answerErrors } from './errors';
import { readBytes } from './read-body';

const logger = createLogger('test', { level: 'silent' });

/** A server of these steps and this handler; the database fails every probe. */
async function serve(handler: Step, options: { requestMs?: number; maxUnderWay?: number } = {}) {
  const database = new Circuit({
    name: 'the database',
    probe: () => Promise.reject(new Error('away')),
    logger,
  });
  const app = new Koa<State>();
  const steps: Step[] = [
    (ctx, next) => {
      ctx.state.logger = logger;
      return next();
    },
    answerErrors,
    requestDeadline({ requestMs: 60_000, database, ...options }),
    refuseWithout(database, { exempt: ['/api/configuration'] }),
    handler,
  ];
  for (const step of steps) app.use(step as KoaStep);
  const server = await listen(app.callback(), { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, database, close: () => closeServer(server, { timeoutMs: 0 }) };
}

test('a handler that hangs is answered with 503 and when to try again, and has the database probed', async () => {
  const { url, database, close } = await serve(() => new Promise(() => {}), { requestMs: 5 });
  const answer = await fetch(`${url}/api/session`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  while (!database.isOpen) await new Promise((resolve) => setImmediate(resolve));
  expect((await fetch(`${url}/api/session`)).status).toBe(503);
  await close();
});

test('an open circuit refuses what needs the database, at once, and nothing else', async () => {
  const { url, database, close } = await serve((ctx) => {
    ctx.body = 'served';
  });
  database.suspect();
  while (!database.isOpen) await new Promise((resolve) => setImmediate(resolve));
  const status = async (path: string) => (await fetch(url + path)).status;
  expect(await status('/api/session')).toBe(503);
  expect(await status('/api/configuration')).toBe(200);
  expect(await status('/register')).toBe(200);
  await close();
});

test('an answer that has begun may stream past the deadline', async () => {
  const body = new PassThrough();
  body.write('first');
  const { url, close } = await serve(
    (ctx) => {
      ctx.body = body;
    },
    { requestMs: 5 },
  );
  const answer = await fetch(url);
  setTimeout(() => body.end(' last'), 30);
  expect(await answer.text()).toBe('first last');
  await close();
});

test('above the bound requests are refused, except whether the process is alive and serves; those answered late still count', async () => {
  const { url, close } = await serve(
    (ctx) => {
      if (['/healthz', '/readyz'].includes(ctx.path)) ctx.body = 'alive';
      else return new Promise(() => {});
    },
    { requestMs: 5, maxUnderWay: 2 },
  );
  expect((await Promise.all([fetch(`${url}/a`), fetch(`${url}/b`)])).map(({ status }) => status)).toEqual([
    503, 503,
  ]);
  const refused = await fetch(`${url}/c`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz?for=proxy`)).status).toBe(200);
  await close();
});

test('a slow upload whose signature holds keeps its place: a stranger’s body makes way', async () => {
  const handler: Step = async (ctx) => {
    ctx.body = await readBytes(ctx, 100, { proven: ctx.get('x-signed') !== '' });
    arrived.push(String(ctx.body));
  };
  const arrived: string[] = [];
  const { url, close } = await serve(handler, { maxUnderWay: 2 });
  const { port } = new URL(url);
  const begin = (head: string) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    // Unread answers keep a connection from closing.
    socket.resume();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}Content-Length: 9\r\n\r\n1`);
    return socket;
  };
  const signed = begin('X-Signed: yes\r\n');
  const stranger = begin('');
  const madeWay = once(stranger, 'close').then(() => 'stranger');
  const cutOff = once(signed, 'close').then(() => 'signed');
  const another = begin('');
  try {
    expect(await Promise.race([madeWay, cutOff])).toBe('stranger');
    signed.end('23456789');
    await cutOff;
    expect(arrived).toEqual(['123456789']);
  } finally {
    for (const socket of [signed, stranger, another]) socket.end('23456789');
    await close();
  }
});

test('bodies that never end take nobody’s place: the one that came first makes way', async () => {
  const handler: Step = async (ctx) => {
    ctx.body = await readBytes(ctx, 100, { proven: true });
  };
  const { url, close } = await serve(handler, { maxUnderWay: 2 });
  const { port } = new URL(url);
  const begin = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1');
    return socket;
  };
  const first = begin();
  const madeWay = once(first, 'close').then(() => 'made way');
  const others = [begin(), begin()];
  const refused = Promise.race(others.map((socket) => once(socket, 'data').then(String)));
  try {
    expect(await Promise.race([madeWay, refused])).toBe('made way');
    const answer = await fetch(url, { method: 'POST', body: 'an honest one' });
    expect([answer.status, await answer.text()]).toEqual([200, 'an honest one']);
    expect((await fetch(url)).status).toBe(200);
  } finally {
    // Ended whole: a body that breaks off is an error of its own.
    for (const socket of [first, ...others]) socket.end('23456789');
    await close();
  }
});
