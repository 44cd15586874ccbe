import { beginFilesOfRun, performRun } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/** Does a stored run (docs/RULES.md, Payroll) and begins the pay files that it asks for; its record outlives the queue. */
export async function payrollRunJob(
  { runID }: JobPayloads['payroll-run'],
  { enqueuePayFile }: Pick<JobContext, 'enqueuePayFile'>,
): Promise<void> {
  await performRun(runID);
  for (const payFileID of await beginFilesOfRun(runID)) await enqueuePayFile(payFileID);
}
