import { testRedis, waitFor } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import { publishRunEnd, RunEnds } from './run-ends';

let redis: Redis;
let prefix: string;
let runEnds: RunEnds;
let leave: AbortController;
let looks: string[];
let ended: Set<string>;

beforeEach(async () => {
  const { url, prefix: own } = await testRedis();
  redis = new Redis(url);
  prefix = own;
  runEnds = new RunEnds(redis, { prefix });
  leave = new AbortController();
  looks = [];
  ended = new Set();
  await waitFor(subscribers, { what: 'the subscription' });
  // Redis counts a subscription before this side knows of it, which then has everyone look.
  const first = wait('first');
  await end('first');
  await first;
  looks = [];
});
afterEach(() => {
  leave.abort();
  runEnds.close();
  redis.disconnect();
});

async function subscribers(): Promise<number> {
  const [, count] = (await redis.pubsub('NUMSUB', `${prefix}:payroll-run-ends`)) as [string, number];
  return count;
}

/** Waits for a run, and records each look at it. */
const wait = (runID: string) =>
  runEnds.waitFor(
    runID,
    async () => {
      looks.push(runID);
      return ended.has(runID) ? `${runID} ended` : undefined;
    },
    // Each caller has a signal of their own.
    AbortSignal.any([leave.signal]),
  );

async function end(runID: string): Promise<void> {
  ended.add(runID);
  await publishRunEnd(redis, runID, prefix);
}

test('two hundred callers of one subscription are woken by their own run, and leave nothing behind', async () => {
  const all = Array.from({ length: 200 }, () => wait('a'));
  const other = wait('b');
  expect(runEnds.size).toBe(201);
  expect(await subscribers()).toBe(1);
  await end('b');
  await other;
  expect(looks.filter((runID) => runID === 'a')).toHaveLength(200);
  await end('a');
  expect(new Set(await Promise.all(all))).toEqual(new Set(['a ended']));
  expect(runEnds.size).toBe(0);
});

test('a run that has ended already is found at once', async () => {
  ended.add('a');
  expect(await wait('a')).toBe('a ended');
});

test('an end while it looks is not missed', async () => {
  let endWhileLooking: (() => Promise<void>) | undefined = () => end('a');
  const found = await runEnds.waitFor(
    'a',
    async () => {
      const before = ended.has('a');
      await endWhileLooking?.();
      endWhileLooking = undefined;
      return before ? 'ended' : undefined;
    },
    // Each caller has a signal of their own.
    AbortSignal.any([leave.signal]),
  );
  expect(found).toBe('ended');
});

test('an end that was published while the connection was broken is found once it is back', async () => {
  const waiting = wait('a');
  ended.add('a');
  await redis.client('KILL', 'TYPE', 'pubsub');
  expect(await waiting).toBe('a ended');
});

test('a caller who leaves looks a last time and stops waiting', async () => {
  const waiting = wait('a');
  await end('b');
  leave.abort();
  expect(await waiting).toBeUndefined();
  expect(looks).toEqual(['a', 'a']);
  expect(runEnds.size).toBe(0);
});
