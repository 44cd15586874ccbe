import { performRun } from '@partnerdesk/domain';
import type { PayrollRunPayload } from '@partnerdesk/queues';
import type { JobContext } from '../registry';

/*
 * Three jobs give a worker three places, and whatever is next takes the first that is free: a small generation waits
 * only while three others run, which are steps of a few seconds each. All are told by their run in the database,
 * which outlives the queue; what to do stands there.
 */

async function payrollRunJob({ runID }: PayrollRunPayload, { onProgress }: JobContext) {
  await performRun(runID, onProgress);
  return { runID };
}

/** Computes what would be paid (docs/RULES.md, Payroll "Generate"). It changes nothing. */
export const generatePayrollJob = payrollRunJob;
/** Pays those whom its run names, each at most once (docs/RULES.md, Payroll "Execute"). */
export const executePayrollJob = payrollRunJob;
/** Gathers the payrolls of a range. */
export const reportPayrollJob = payrollRunJob;
