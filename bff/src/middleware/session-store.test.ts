import { publishAccess } from '@partnerdesk/queues';
import { testRedis } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import type { Ctx } from '../context';
import { changesAtRead, IDLE_MS, MAX_SESSIONS, type SessionData, SessionStore } from './session-store';

let redis: Redis;
let store: SessionStore;
beforeEach(async () => {
  const { url, prefix } = await testRedis();
  redis = new Redis(url);
  store = new SessionStore(redis, prefix);
});
afterEach(() => redis.disconnect());

const request = () => ({ ctx: { req: {} } as Ctx });
const HOUR_MS = 3_600_000;
const sessionOf = (id: number): SessionData => ({
  kind: 'affiliate',
  id,
  sessionVersion: 0,
  startedAt: 0,
  confirmedAt: 0,
  seenAt: 0,
  device: '',
  place: '',
});

test('a session that was ended while a request ran does not come back with the request’s end', async () => {
  await store.set('s', sessionOf(1), HOUR_MS, request());
  const slow = request();
  expect(await store.get('s', HOUR_MS, slow)).toEqual(sessionOf(1));
  await store.destroy('s');
  await store.set('s', sessionOf(1), HOUR_MS, slow);
  expect(await store.get('s', HOUR_MS, request())).toBeUndefined();
});

test('a request that uses a session lets it live on', async () => {
  await store.set('s', sessionOf(1), 1000, request());
  const later = request();
  await store.get('s', HOUR_MS, later);
  await store.set('s', sessionOf(1), HOUR_MS, later);
  const [key = ''] = await redis.keys('*:session:*');
  expect(await redis.pttl(key)).toBeGreaterThan(1000);
});

test('a session that ends with the browser is over 12 hours after its last request', async () => {
  await store.set('s', sessionOf(1), 'session', request());
  const [key = ''] = await redis.keys('*:session:*');
  expect(IDLE_MS).toBe(12 * HOUR_MS);
  const leftMs = await redis.pttl(key);
  expect([leftMs > 11 * HOUR_MS, leftMs <= IDLE_MS]).toEqual([true, true]);
});

test('a new session is made by the request that signs in', async () => {
  const signIn = request();
  await store.get('unknown', HOUR_MS, signIn);
  await store.set('new', sessionOf(2), HOUR_MS, signIn);
  expect(await store.get('new', HOUR_MS, request())).toEqual(sessionOf(2));
});

test('a request sees with its session how often the record of its person has changed', async () => {
  const { prefix } = await testRedis();
  store = new SessionStore(redis, prefix);
  await store.set('s', sessionOf(9_007_199_254_740_991), HOUR_MS, request());
  const read = async () => {
    const { ctx } = request();
    await store.get('s', HOUR_MS, { ctx });
    return changesAtRead(ctx);
  };
  expect(await read()).toBe('');
  await publishAccess(redis, { kind: 'affiliate', id: 9_007_199_254_740_991 }, prefix);
  expect(await read()).toBe('1');
  await publishAccess(redis, { kind: 'affiliate', id: 1 }, prefix);
  expect(await read()).toBe('1');
});

test('the id is not what Redis is asked for', async () => {
  await store.set('the-session-id', sessionOf(1), HOUR_MS, request());
  expect((await redis.keys('*')).join()).not.toContain('the-session-id');
});

test('a person has so many sessions at most: the one unused for the longest ends for another', async () => {
  for (let count = 0; count <= MAX_SESSIONS; count += 1)
    await store.set(`s${count}`, { ...sessionOf(3), seenAt: 1000 - count }, HOUR_MS, request());
  expect(await store.list({ kind: 'affiliate', id: 3 })).toHaveLength(MAX_SESSIONS);
  expect(await store.get(`s${MAX_SESSIONS}`, HOUR_MS, request())).toBeDefined();
  expect(await store.get(`s${MAX_SESSIONS - 1}`, HOUR_MS, request())).toBeUndefined();
});
