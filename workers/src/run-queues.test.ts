import { createLogger } from '@partnerdesk/node';
import { testRedis } from '@partnerdesk/testing/services';
import { runQueues } from './run-queues';

test('queues that close as soon as they run end in order: nothing that Bull has begun rejects unhandled', async () => {
  const { url: redisUrl, prefix } = await testRedis();
  const logger = createLogger('test', { level: 'silent' });
  for (let round = 0; round < 3; round += 1) {
    const running = await runQueues({ redisUrl, prefix, logger });
    await running.close();
  }
  // What is rejected unhandled in a test fails it.
  await new Promise((resolve) => setImmediate(resolve));
});
