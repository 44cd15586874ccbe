import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as domain from '@partnerdesk/domain';
import { builtProgram, waitFor } from '@partnerdesk/testing/services';
import { Redis } from 'ioredis';
import { FAULT_ADMIN, FAULT_LOGIN, FaultSystem } from './lib/fault-system.mjs';
import { signIn } from './lib/sign-in.mjs';

/*
 * The real servers while their database or Redis is not there yet, hangs with its connections open, or dies: every
 * request ends in bounded time, nothing piles up, and all returns by itself.
 */

/** A request has to end within this (ms), far above the deadlines that the servers are given. */
const BOUND_MS = 15_000;
const DEADLINES = { CALL_DEADLINE_MS: '2000', REQUEST_DEADLINE_MS: '6000' };

const dir = mkdtempSync(join(tmpdir(), 'outages-'));
const system = new FaultSystem(dir);
let url = '';
let cookie = '';

beforeAll(async () => {
  builtProgram('bff/dist/server.js');
  await system.prepare({ env: { ...DEADLINES, LOG_LEVEL: 'silent' } });
  url = /** @type {string} */ (system.urls[0]);
});

afterAll(async () => {
  await domain.disconnectDatabase();
  await system.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** @param {string} path @param {RequestInit} [how] */
async function call(path, how = {}) {
  const answer = await fetch(`${url}${path}`, {
    ...how,
    // A sign-in with a session's cookie would end that session.
    headers: { ...(how.method ? {} : { cookie }), origin: url, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(BOUND_MS),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}

const login = { method: 'POST', body: JSON.stringify(FAULT_LOGIN) };
const search = () => call('/api/get-affiliate-info?SearchName=ann');
/** One sign-in, since failed ones are limited, and `times` as many of the other calls. */
const callAll = (times = 1) =>
  Promise.all([
    call('/api/login', login),
    ...Array.from({ length: times }, () => [call('/api/session'), search()]).flat(),
  ]);

/** A search needs the session that was begun before the outage. */
const isServing = async () => (await search()).status === 200;
const allServe = () =>
  waitFor(async () => (await callAll()).every(({ status }) => status === 200), {
    what: 'all calls',
    timeoutMs: 30_000,
  });
const returned = (/** @type {string} */ what) => waitFor(isServing, { what, timeoutMs: 30_000 });

test('web server and worker start before what they need, say what they wait for, and become ready by themselves', async () => {
  system.start('bff1');
  system.start('worker1');
  const readiness = () => call('/readyz');
  await waitFor(async () => (await call('/healthz')).status === 200, { what: 'the port', timeoutMs: 30_000 });
  const waiting = async (/** @type {string} */ what) => (await readiness()).body.waitingFor === what;
  await waitFor(() => waiting('the database'), { what: 'the wait for the database' });
  expect(await call('/api/session')).toMatchObject({ status: 503, retryAfter: '2' });
  system.start('mongo');
  await waitFor(() => waiting('Redis'), { what: 'the wait for Redis', timeoutMs: 30_000 });
  system.start('redis');
  await waitFor(async () => (await readiness()).status === 200, { what: 'readiness', timeoutMs: 30_000 });

  await system.connect();
  await domain.createAdministrator({ ...FAULT_ADMIN, permissions: ['accounts'] });
  await domain.disconnectDatabase();
  cookie = /** @type {string} */ (await waitFor(() => signIn(url, FAULT_LOGIN), { what: 'a session' }));
  await allServe();
});

test.each(['mongo', 'redis'])(
  '%s paused: session, search and login end with 503, then at once, and all returns',
  async (name) => {
    system.pause(name);
    try {
      const answers = await callAll(40);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(answers.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
      // The circuit is open: far more calls than the deadlines would let through one after the other.
      await waitFor(async () => (await call('/readyz')).status === 503, { what: 'the outage on /readyz' });
      for (let count = 0; count < 100; count += 1) expect((await call('/api/session')).status).toBe(503);
      expect((await call('/healthz')).status).toBe(200);
    } finally {
      system.resume(name);
    }
    await returned(`${name} resumed`);
    await waitFor(async () => (await callAll()).every(({ status }) => status === 200), { what: 'all calls' });
  },
);

test.each(['mongo', 'redis'])(
  '%s gone and started again: the same processes serve on, sessions are kept',
  async (name) => {
    const pids = ['bff1', 'worker1'].map((each) => system.pidOf(each));
    await system.end(name);
    const answers = await callAll(5);
    expect(answers.every(({ status }) => status === 503)).toBe(true);
    system.start(name);
    await returned(`${name} started again`);
    await waitFor(async () => (await call('/readyz')).status === 200, {
      what: 'readiness',
      timeoutMs: 30_000,
    });
    expect(['bff1', 'worker1'].map((each) => system.pidOf(each))).toEqual(pids);
    expect(['bff1', 'worker1'].every((each) => system.isAlive(each))).toBe(true);
  },
);

test('Redis that has reached its memory limit: calls that need it end with 503, and the session lives on', async () => {
  const redis = new Redis(/** @type {string} */ (system.redisUrl));
  try {
    await redis.config('SET', 'maxmemory', '1kb');
    const { status, retryAfter } = await call('/api/login', login);
    expect([status, retryAfter]).toEqual([503, '2']);
    expect((await call('/api/configuration')).status).toBe(200);
    await redis.config('SET', 'maxmemory', '0');
    await allServe();
  } finally {
    redis.disconnect();
  }
});
