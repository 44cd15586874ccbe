import { createQueue, type QueueName } from '@partnerdesk/queues';
import type { TestApp } from './test-app';

/** A job that a worker has failed for good, for a reason with a secret in it. */
export async function failJob(app: TestApp, queue: QueueName, name: string, id: string): Promise<void> {
  const { env, prefix, queues } = app;
  await queues[queue].add(name, {}, { jobId: id, attempts: 1 });
  const worker = createQueue(queue, { redisUrl: env.redisUrl, prefix });
  const failed = new Promise<void>((resolve) => worker.once('failed', () => resolve()));
  void worker.process(name, async () => {
    throw new Error('redis://user:secret@host refused');
  });
  await failed;
  await worker.close();
}
