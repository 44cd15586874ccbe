import { openResultRuns } from '@partnerdesk/domain';
import { enqueueResultRun, type Queue } from '@partnerdesk/queues';

/** Puts files of results that are not read to their end in the queue again, as enqueueLostRuns does with payroll's runs. */
export async function enqueueLostResultRuns(queue: Queue): Promise<void> {
  for (const runID of await openResultRuns()) await enqueueResultRun(queue, runID);
}
