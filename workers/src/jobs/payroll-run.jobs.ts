import { performRun } from '@partnerdesk/domain';
import type { PayrollRunPayload } from '@partnerdesk/queues';
import type { JobContext } from '../registry';

/*
 * Three jobs, so that each has its own place in the worker: a report does not wait for an execution. All are told
 * by their run in the database, which outlives the queue; what to do stands there.
 */

async function payrollRunJob({ runID }: PayrollRunPayload, { onProgress }: JobContext) {
  await performRun(runID, onProgress);
  return { runID };
}

/** Computes what would be paid (rules: Payroll, Generate). It changes nothing. */
export const generatePayrollJob = payrollRunJob;
/** Pays those whom its run names, each at most once (rules: Payroll, Execute). */
export const executePayrollJob = payrollRunJob;
/** Gathers the payrolls of a range. */
export const reportPayrollJob = payrollRunJob;
