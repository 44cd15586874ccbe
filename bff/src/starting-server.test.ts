import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, StartError } from '@partnerdesk/node';
import { closeServer, listen, StartingServer } from './listen';

const logger = createLogger('test', { level: 'silent' });
let start: StartingServer;
let server: Server;
beforeEach(async () => {
  start = new StartingServer();
  server = await listen(start.handle, { host: '127.0.0.1', port: 0 });
});
afterEach(() => closeServer(server));

const get = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
};

test('before its database is there it is alive, not ready, names what it waits for, and refuses the rest for now', async () => {
  let isThere = false;
  const ask = () => (isThere ? Promise.resolve('there') : Promise.reject(new Error('refused')));
  const came = start.waitFor('the database', ask, logger);
  expect((await get('/healthz')).status).toBe(200);
  expect(await get('/readyz')).toMatchObject({
    status: 503,
    text: '{"status":"starting","waitingFor":"the database"}',
  });
  expect(await get('/api/session?x=1')).toMatchObject({ status: 503, retryAfter: '2' });
  isThere = true;
  expect(await came).toBe('there');
  start.serve((_, response) => response.end('app'));
  expect((await get('/readyz')).text).toBe('app');
});

test('what waiting does not mend ends the start', async () => {
  const wrong = new StartError('BUSINESS_TIMEZONE is another');
  await expect(start.waitFor('the database', () => Promise.reject(wrong), logger)).rejects.toBe(wrong);
});

test('a server that is to end is not ready and still serves', async () => {
  start.serve((_, response) => response.end('app'));
  await start.drain(server, 0);
  expect(await get('/readyz')).toMatchObject({ status: 503, text: '{"status":"ending"}' });
  expect((await get('/api/session')).text).toBe('app');
});
