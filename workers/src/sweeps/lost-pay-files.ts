import { unfinishedPayFiles } from '@partnerdesk/domain';
import { enqueuePayFile, type Queue } from '@partnerdesk/queues';

/**
 * Puts pay files whose making is under way in the queue again. One that waits there or is being made stays as it is; one
 * whose job was lost (Redis was killed, or the server died between storing and queueing it) is made after all.
 */
export async function enqueueLostPayFiles(queue: Queue): Promise<void> {
  for (const payFileID of await unfinishedPayFiles()) await enqueuePayFile(queue, payFileID);
}
