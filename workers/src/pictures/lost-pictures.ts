import { findLostPictures } from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Makes the jobs of pictures whose uploader died, or lost Redis, between storing them and making their job. */
export async function enqueueLostPictures(queues: readonly Queue[], now = Date.now()): Promise<number> {
  const queue = queues.find(({ name }) => name === 'pictures');
  if (!queue) throw new Error('there is no queue for pictures');
  const lost = await findLostPictures(now);
  for (const photoID of lost)
    await enqueue(queue, 'process-photo', { photoID }, { jobId: jobIdOf('process-photo', photoID) });
  return lost.length;
}
