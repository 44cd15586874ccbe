import { approvedExecutions, hasEnded, openApprovedRun, openRuns } from '@partnerdesk/domain';
import { enqueueRun, type Queue } from '@partnerdesk/queues';

/**
 * Puts runs that are not finished in the queue again. One that waits there or is being performed stays as it is; one
 * whose job was lost (Redis was killed, or the server died between storing and queueing it) is performed after all.
 */
export async function enqueueLostRuns(queue: Queue): Promise<void> {
  for (const run of await openRuns()) await enqueueRun(queue, run);
}

/** Executes what a second person has approved, if the process that took the approval died before it was begun. */
export async function enqueueApprovedRuns(queue: Queue): Promise<void> {
  for (const request of await approvedExecutions()) {
    const run = await openApprovedRun(request);
    if (!hasEnded(run)) await enqueueRun(queue, run);
  }
}
