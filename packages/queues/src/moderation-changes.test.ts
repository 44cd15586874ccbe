import { LOOK_MS } from '@partnerdesk/contracts';
import { testRedis } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import { look, lookAway, publishReview, readLooks } from './changes';

let redis: Redis;
let prefix: string;
beforeEach(async () => {
  const { url, prefix: own } = await testRedis();
  redis = new Redis(url);
  prefix = own;
});
afterEach(() => redis.disconnect());

const ann = { id: 1, emailAddress: 'ann@example.com' };
const ben = { id: 2, emailAddress: 'ben@example.com' };
const picture = { kind: 'image', id: 12 } as const;
const at = async (now: number) => (await readLooks(redis, prefix, now)).looks.map(({ by }) => by);

test('a look lasts for its time, and longer when it is repeated', async () => {
  const now = Date.now();
  await look(redis, { ...picture, moderator: ann }, prefix, now);
  await look(redis, { ...picture, moderator: ben }, prefix, now);
  await look(redis, { ...picture, moderator: ben }, prefix, now + 5000);
  expect((await readLooks(redis, prefix, now)).endsInMs).toBe(LOOK_MS);
  expect(await at(now + LOOK_MS - 1)).toEqual(['ann@example.com', 'ben@example.com']);
  expect(await at(now + LOOK_MS)).toEqual(['ben@example.com']);
  expect(await at(now + LOOK_MS + 5000)).toEqual([]);
});

test('who leaves an item, or judges it, ends the own look alone', async () => {
  const now = Date.now();
  for (const moderator of [ann, ben]) await look(redis, { ...picture, moderator }, prefix, now);
  await lookAway(redis, { ...picture, moderator: ann }, prefix);
  expect(await at(now)).toEqual(['ben@example.com']);
  await publishReview(redis, { ...picture, moderator: ann }, prefix);
  expect(await at(now)).toEqual(['ben@example.com']);
  await publishReview(redis, { ...picture, moderator: ben }, prefix);
  expect(await at(now)).toEqual([]);
});
