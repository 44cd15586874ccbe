import { performResultRun } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/** Reads a file of a bank's or PayPal's results, and marks what it reports (docs/RULES.md, Payroll "Results"). */
export async function readPaymentResultsJob(
  { runID }: JobPayloads['read-payment-results'],
  { storage }: Pick<JobContext, 'storage'>,
): Promise<void> {
  if (!storage) throw new Error('this worker was given no storage');
  await performResultRun(storage, runID);
}
