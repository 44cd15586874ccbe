import { StartError } from '@partnerdesk/node';
import { testRedis } from '@partnerdesk/testing/services';
import Redis from 'ioredis';
import { claimRedisOrThrow } from './claim-redis';

test('a Redis belongs to the first installation; another one is refused and changes nothing', async () => {
  const { url, prefix } = await testRedis();
  const redis = new Redis(url);
  await claimRedisOrThrow(redis, 'one', prefix);
  await expect(claimRedisOrThrow(redis, 'two', prefix)).rejects.toThrow(StartError);
  await claimRedisOrThrow(redis, 'one', prefix);
  await claimRedisOrThrow(redis, 'two', `${prefix}-other`);
  redis.disconnect();
});
