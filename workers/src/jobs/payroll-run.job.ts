import { beginFilesOfRun, performRun } from '@partnerdesk/domain';
import type { PayrollRunPayload } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/**
 * Does a stored run of payroll: generates, executes, writes down a request, or gathers a report (docs/RULES.md, Payroll). Of
 * an execution it begins the pay files that were asked for.
 * What to do, how far it is and how it ended is in the run's record, which outlives the queue.
 */
export async function payrollRunJob(
  { runID }: PayrollRunPayload,
  { publishRunEnd, enqueuePayFile }: Pick<JobContext, 'publishRunEnd' | 'enqueuePayFile'>,
): Promise<void> {
  await performRun(runID);
  for (const payFileID of await beginFilesOfRun(runID)) await enqueuePayFile(payFileID);
  // A worker that dies before this line loses the job to the next one, which finds the run ended and publishes it.
  await publishRunEnd(runID);
}
