import { openRuns } from '@partnerdesk/domain';
import { enqueue, jobNameOf, type Queue } from '@partnerdesk/queues';

/**
 * Puts runs that are not finished in the queue again. One that waits there or is worked on stays as it is; one
 * whose job was lost (Redis was killed, or the server between storing and queueing) is done after all.
 */
export async function enqueueLostRuns(queues: readonly Queue[]): Promise<void> {
  const queue = queues.find(({ name }) => name === 'payroll');
  if (!queue) return;
  for (const { _id: runID } of await openRuns()) {
    const job = jobNameOf(runID);
    if (job) await enqueue(queue, job as 'generate-payroll', { runID }, { jobId: runID });
  }
}
