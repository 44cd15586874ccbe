import { openRuns } from '@partnerdesk/domain';
import { enqueueRun, type Queue } from '@partnerdesk/queues';

/**
 * Puts runs that are not finished in the queue again. One that waits there or is being performed stays as it is; one
 * whose job was lost (Redis was killed, or the server died between storing and queueing it) is performed after all.
 */
export async function enqueueLostRuns(queue: Queue): Promise<void> {
  for (const run of await openRuns()) await enqueueRun(queue, run);
}
