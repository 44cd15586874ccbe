import { beginFilesOfRun, performRun } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/** Does a stored run (docs/RULES.md, Payroll) and begins the pay files that it asks for; its record outlives the queue. */
export async function payrollRunJob(
  { runID }: JobPayloads['payroll-run'],
  { publishRunEnd, enqueuePayFile }: Pick<JobContext, 'publishRunEnd' | 'enqueuePayFile'>,
): Promise<void> {
  await performRun(runID);
  for (const payFileID of await beginFilesOfRun(runID)) await enqueuePayFile(payFileID);
  // A worker that dies before this line loses the job to the next one, which finds the run ended and publishes it.
  await publishRunEnd(runID);
}
