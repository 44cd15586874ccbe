import { beginFilesOfRun, performRun } from '@partnerdesk/domain';
import type { PayrollRunPayload } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/*
 * Each job gives a worker a place, and whatever is next takes the first that is free: a small generation waits
 * only while the others run, which are steps of a few seconds each. What to do, how far it is and how it ended is in
 * the run's record, which outlives the queue.
 */

async function payrollRunJob(
  { runID }: PayrollRunPayload,
  { publishRunEnd }: Pick<JobContext, 'publishRunEnd'>,
): Promise<void> {
  await performRun(runID);
  // A worker that dies before this line loses the job to the next one, which finds the run ended and publishes it.
  await publishRunEnd(runID);
}

/** Computes what would be paid (docs/RULES.md, Payroll "Generate"). It changes nothing. */
export const generatePayrollJob = payrollRunJob;
/** Pays those whom its run names, each at most once (docs/RULES.md, Payroll "Execute"), and begins the pay files. */
export async function executePayrollJob(
  { runID }: PayrollRunPayload,
  { publishRunEnd, enqueuePayFile }: Pick<JobContext, 'publishRunEnd' | 'enqueuePayFile'>,
): Promise<void> {
  await performRun(runID);
  for (const payFileID of await beginFilesOfRun(runID)) await enqueuePayFile(payFileID);
  await publishRunEnd(runID);
}
/** Writes down what an execution would pay, for a second person (docs/RULES.md, Payroll with two people). */
export const requestPayrollJob = payrollRunJob;
/** Gathers the payrolls of a range. */
export const reportPayrollJob = payrollRunJob;
