import { findLostPictures } from '@partnerdesk/domain';
import { enqueue, jobIdOf, type Queue } from '@partnerdesk/queues';

/** Jobs that one sweep makes. */
const SWEEP = 200;

/**
 * Makes the jobs of pictures whose uploader died, or lost Redis, between storing them and making their job. One whose job
 * has failed is left to the office (docs/RULES.md, Accounts and access "Failed work").
 */
export async function enqueueLostPictures(queue: Queue, now = Date.now()): Promise<number> {
  let made = 0;
  for await (const photoID of findLostPictures(now)) {
    const jobId = jobIdOf('process-photo', photoID);
    if (await (await queue.getJob(jobId))?.isFailed()) continue;
    await enqueue(queue, 'process-photo', { photoID }, { jobId });
    made += 1;
    if (made === SWEEP) break;
  }
  return made;
}
