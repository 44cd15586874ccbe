import { findLostPictures } from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Makes the jobs of pictures whose uploader died, or lost Redis, between storing them and making their job. */
export async function enqueueLostPictures(queue: Queue, now = Date.now()): Promise<number> {
  const lost = await findLostPictures(now);
  for (const photoID of lost)
    await enqueue(queue, 'process-photo', { photoID }, { jobId: jobIdOf('process-photo', photoID) });
  return lost.length;
}
