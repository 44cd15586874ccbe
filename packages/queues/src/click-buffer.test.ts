import { type AddressInfo, connect, createServer } from 'node:net';
import { testRedis } from '@partnerdesk/testing/services';
import { ClickBuffer, type ClickSum, hourOf, RedisClient } from './index';

let redis: RedisClient;
let url: string;
let prefix: string;
const day = '2026-03-02';
const endsAt = new Date(Date.now() + 3_600_000);
const visitor = { address: '203.0.113.7', agent: 'Firefox' };

beforeEach(async () => {
  ({ url, prefix } = await testRedis());
  redis = new RedisClient(url, { callMs: 5000 });
});
afterEach(() => redis.disconnect());

const click = (tid: string) => ({ affID: 1, day, marks: { tid, lp: '' } });
const followed = (tid: string, by = visitor) => ({
  ...click(tid),
  visitor: by,
  endsAt,
  network: 'net',
});

async function drained(buffer: ClickBuffer) {
  const batches: [number, readonly ClickSum[]][] = [];
  await buffer.drain(async (number, sums) => void batches.push([number, sums]));
  return batches;
}

test('clicks that wait do not expire, however long no worker stores them', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  await buffer.add(followed('a'));
  const waits = async () => {
    const keys = await redis.keys(`${prefix}:clicks:*`);
    const own = keys.filter((key) => !/:(visitors|salt|networks)[:.]/.test(key));
    return Promise.all(own.sort().map(async (key) => [key.slice(prefix.length), await redis.pttl(key)]));
  };
  expect(await waits()).toEqual([[':clicks:open', -1]]);
  await expect(buffer.drain(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await waits()).toEqual([':clicks:batch', ':clicks:last', ':clicks:taken'].map((key) => [key, -1]));
});

test('what is added comes in a batch once; one that could not be stored comes again under its number', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  await buffer.add(followed('a'));
  await buffer.add(followed('a'));
  const numbers: number[] = [];
  const fail = async (number: number) => {
    numbers.push(number);
    throw new Error('killed');
  };
  await expect(buffer.drain(fail)).rejects.toThrow('killed');
  // Clicks that come meanwhile wait for the next batch.
  await new ClickBuffer(redis, prefix).add(followed('a'));
  await new ClickBuffer(redis, prefix).add({ ...followed('b'), visitor: undefined });
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

test('clicks that come while others are stored wait for the next time, so that it ends however fast they come', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  const stored: string[] = [];
  const store = async (_number: number, sums: readonly ClickSum[]) => {
    if (stored.length > 9) throw new Error('it does not end');
    stored.push(...sums.map(({ marks }) => marks?.tid ?? ''));
    await buffer.add(followed(`meanwhile ${stored.length}`));
  };
  await buffer.add(followed('begun'));
  await expect(buffer.drain(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  await buffer.add(followed('before'));
  await buffer.drain(store);
  expect(stored.slice(0, 2)).toEqual(['begun', 'before']);
  await buffer.drain(store);
  expect(stored).toContain('meanwhile 1');
});

test('numbers rise although the clock of Redis was set back', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  const ahead = 9_000_000_000_000_000;
  await redis.set(`${prefix}:clicks:last`, ahead);
  await buffer.add(followed('a'));
  expect((await drained(buffer))[0]?.[0]).toBe(ahead + 1);
});

test('with more links than are kept apart further ones count without their ids, with more visitors without one', async () => {
  const buffer = new ClickBuffer(redis, prefix, { sums: 2, visitors: 1, networks: 9 });
  await buffer.add(followed('a'));
  await buffer.add(followed('b'));
  await buffer.add(followed('a', { ...visitor, agent: 'Chrome' }));
  expect((await drained(buffer))[0]?.[1]).toEqual([
    { ...click('a'), inc: { clicks: 2, visitors: 1 } },
    { affID: 1, day, inc: { clicks: 1 } },
  ]);
});

test('clicks of one moment are one call of Redis; one that fails fails its clicks alone', async () => {
  const calls = jest.spyOn(redis, 'eval');
  const buffer = new ClickBuffer(redis, prefix);
  await Promise.all(Array.from({ length: 30 }, (_, index) => buffer.add(followed(index % 2 ? 'a' : 'b'))));
  expect(calls).toHaveBeenCalledTimes(1);
  let late: Promise<void> | undefined;
  calls.mockImplementationOnce(() => {
    late = buffer.add(followed('a'));
    return Promise.reject(new Error('Redis is away'));
  });
  const failed = await Promise.allSettled([buffer.add(followed('a')), buffer.add(followed('a'))]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await late;
  const [[, sums] = []] = await drained(buffer);
  expect(sums?.map(({ inc }) => inc.clicks)).toEqual([15, 16]);
});

/** A way to Redis on which the answer to a call with this text is lost once, with the connection. */
async function losingAnswerTo(text: string): Promise<RedisClient> {
  const { hostname, port, pathname } = new URL(url);
  let isLost = false;
  const server = createServer((socket) => {
    const target = connect(Number(port), hostname);
    let losesNext = false;
    socket.on('data', (chunk) => {
      losesNext = !isLost && chunk.includes(text);
      isLost ||= losesNext;
      target.write(chunk);
    });
    target.on('data', (chunk) => (losesNext ? socket.destroy() : socket.write(chunk)));
    socket.on('error', () => undefined).on('close', () => target.destroy());
    target.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const own = (server.address() as AddressInfo).port;
  const client = new RedisClient(`redis://127.0.0.1:${own}${pathname}`, { callMs: 5000 });
  client.on('error', () => undefined).on('end', () => server.close());
  return client;
}

test('a click whose call is sent again, since its answer was lost, counts once', async () => {
  const client = await losingAnswerTo('SCARD');
  const reconnects = jest.fn();
  client.on('reconnecting', reconnects);
  await new ClickBuffer(client, prefix).add(followed('a'));
  client.disconnect();
  expect(reconnects).toHaveBeenCalled();
  const batches = await drained(new ClickBuffer(redis, prefix));
  expect(batches[0]?.[1]).toEqual([{ ...click('a'), inc: { clicks: 1, visitors: 1 } }]);
});

test('each network of a click is counted by affiliate and hour, and forgotten after three hours', async () => {
  const buffer = new ClickBuffer(redis, prefix);
  const moments = [
    followed('a'),
    { ...followed('a'), network: 'other' },
    followed('b'),
    { ...followed('a'), affID: 2 },
  ];
  await Promise.all(moments.map((each) => buffer.add(each)));
  const counted = [];
  for await (const part of buffer.networksOf(hourOf(Date.now()))) counted.push(...part);
  expect(counted).toEqual([
    { affID: 1, network: 'net', clicks: 2 },
    { affID: 1, network: 'other', clicks: 1 },
    { affID: 2, network: 'net', clicks: 1 },
  ]);
  const [key = ''] = await redis.keys(`${prefix}:click-networks:*`);
  expect(await redis.pttl(key)).toBeGreaterThan(2.9 * 3_600_000);
});

test('with more networks than an hour counts further ones are not counted, known ones still', async () => {
  const buffer = new ClickBuffer(redis, prefix, { sums: 9, visitors: 9, networks: 1 });
  for (const network of ['net', 'other', 'net']) await buffer.add({ ...followed('a'), network });
  const counted = [];
  for await (const part of buffer.networksOf(hourOf(Date.now()))) counted.push(...part);
  expect(counted).toEqual([{ affID: 1, network: 'net', clicks: 2 }]);
});
