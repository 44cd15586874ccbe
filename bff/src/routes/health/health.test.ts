import { readFileSync } from 'node:fs';
import path from 'node:path';
import { disconnectDatabase } from '@partnerdesk/domain';
import { startHeartbeat } from '@partnerdesk/queues';
import { startTestApp, type TestApp } from '../../testing/test-app';

const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../../../package.json'), 'utf8'));

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

test('alive without asking anybody', async () => {
  app.redis.disconnect();
  await disconnectDatabase();
  const answer = await app.client().get('/healthz');
  expect([answer.status, answer.body]).toEqual([200, { status: 'alive', version }]);
});

test('ready with database, Redis and a worker', async () => {
  const stop = startHeartbeat(app.redis, { prefix: app.prefix });
  const answer = await app.client().get('/readyz');
  stop();
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: 'ready', parts: { database: 'ok', redis: 'ok', worker: 'ok' } },
  ]);
});

test('503 when no worker was heard from', async () => {
  const answer = await app.client().get('/readyz');
  expect([answer.status, answer.body.parts]).toEqual([503, { database: 'ok', redis: 'ok', worker: 'down' }]);
});

test('without what all web servers share a proxy takes none of them out', async () => {
  const answer = await app.client().get('/readyz?for=proxy');
  expect([answer.status, answer.body.parts.worker]).toEqual([200, 'down']);
  app.redis.disconnect();
  const later = await app.client().get('/readyz?for=proxy');
  expect([later.status, later.body.parts.redis]).toEqual([200, 'down']);
});

test('503 when the database is away', async () => {
  const stop = startHeartbeat(app.redis, { prefix: app.prefix });
  await disconnectDatabase();
  const answer = await app.client().get('/readyz');
  stop();
  expect([answer.status, answer.body.parts]).toEqual([503, { database: 'down', redis: 'ok', worker: 'ok' }]);
});

test('503 when Redis is away', async () => {
  app.redis.disconnect();
  const answer = await app.client().get('/readyz');
  expect([answer.status, answer.body.parts]).toEqual([
    503,
    { database: 'ok', redis: 'down', worker: 'down' },
  ]);
});

test('however many ask at once, what all need is asked once', async () => {
  let asked = 0;
  const ping = () => {
    asked += 1;
    return new Promise(() => {});
  };
  Object.assign(app.redis, { ping });
  const answers = await Promise.all([1, 2, 3].map(() => app.client().get('/readyz')));
  expect(answers.map(({ body }) => body.parts.redis)).toEqual(['down', 'down', 'down']);
  expect(asked).toBe(1);
});
