import { testRedis } from '@partnerdesk/testing/services';
import { ClickBuffer, type ClickSum, RedisClient } from './index';

let redis: RedisClient;
let prefix: string;
const day = '2026-03-02';
const endsAt = new Date(Date.now() + 3_600_000);
const visitor = { address: '203.0.113.7', agent: 'Firefox' };

beforeEach(async () => {
  const own = await testRedis();
  prefix = own.prefix;
  redis = new RedisClient(own.url, { callMs: 5000 });
});
afterEach(() => redis.disconnect());

const click = (tid: string) => ({ affID: 1, day, marks: { tid, lp: '' } });

async function drained(buffer: ClickBuffer) {
  const batches: [number, readonly ClickSum[]][] = [];
  await buffer.drain(async (number, sums) => void batches.push([number, sums]));
  return batches;
}

test('what is added comes in a batch once; one that could not be stored comes again under its number', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  await buffer.add(click('a'), visitor, endsAt);
  await buffer.add(click('a'), visitor, endsAt);
  const numbers: number[] = [];
  const fail = async (number: number) => {
    numbers.push(number);
    throw new Error('killed');
  };
  await expect(buffer.drain(fail)).rejects.toThrow('killed');
  // Clicks that come meanwhile wait for the next batch.
  await new ClickBuffer(redis, prefix).add(click('a'), visitor, endsAt);
  await new ClickBuffer(redis, prefix).add(click('b'), undefined, endsAt);
  const [first, second, ...more] = await drained(new ClickBuffer(redis, prefix));
  expect(more).toEqual([]);
  expect(first).toEqual([numbers[0], [{ ...click('a'), inc: { clicks: 2, visitors: 1 } }]]);
  expect(second?.[0]).toBeGreaterThan(numbers[0] as number);
  expect(second?.[1]).toEqual([
    { ...click('a'), inc: { clicks: 1 } },
    { ...click('b'), inc: { bots: 1 } },
  ]);
  expect(await drained(buffer)).toEqual([]);
});

test('numbers rise although the clock of Redis was set back', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  const ahead = 9_000_000_000_000_000;
  await redis.set(`${prefix}:clicks:last`, ahead);
  await buffer.add(click('a'), visitor, endsAt);
  expect((await drained(buffer))[0]?.[0]).toBe(ahead + 1);
});

test('with more links than are kept apart further ones count without their ids, with more visitors without one', async () => {
  const buffer = new ClickBuffer(redis, prefix, { sums: 2, visitors: 1 });
  await buffer.add(click('a'), visitor, endsAt);
  await buffer.add(click('b'), visitor, endsAt);
  await buffer.add(click('a'), { ...visitor, agent: 'Chrome' }, endsAt);
  expect((await drained(buffer))[0]?.[1]).toEqual([
    { ...click('a'), inc: { clicks: 2, visitors: 1 } },
    { affID: 1, day, inc: { clicks: 1 } },
  ]);
});
