import { AppError, type JobStatus, jobCall } from '@partnerdesk/contracts';
import { findResultRun, findRun, isPaidAlready, type PayrollRunRecord } from '@partnerdesk/domain';
import { type JobName, jobNameOf } from '@partnerdesk/queues';
import { allowOrThrow, mustHave, type Policy } from '../../middleware/policy';
import { presentResultJob } from '../payment-results/payment-results.routes';
import { answerRows, recordReport } from '../payroll/payroll-runs.routes';
import type { AddRoutes } from '../route-deps';

/** Who may follow which job; those named nowhere are nobody's business. */
const MAY_SEE_JOB: Partial<Record<JobName, Policy>> = {
  'payroll-run': mustHave('payroll'),
  'read-payment-results': mustHave('payroll'),
};

const MAX_ID_LENGTH = 200;
const NO_JOB = 'There is no such job';

/** How a job stands. Those that may be seen are payroll's: their state and rows are in the database. */
export const addJobRoutes: AddRoutes = ({ handle }) => {
  handle(jobCall, async ({ ctx, params: { id } }) => {
    const name = id.length <= MAX_ID_LENGTH ? jobNameOf(id) : undefined;
    const policy = name && MAY_SEE_JOB[name];
    // Visitors learn nothing of which jobs there are.
    allowOrThrow(ctx.state.principal, policy ?? (() => true));
    if (name === 'read-payment-results') {
      const run = await findResultRun(id);
      if (!run) throw new AppError('not_found', NO_JOB);
      return presentResultJob(run);
    }
    const run = policy ? await findRun(id) : null;
    if (!run) throw new AppError('not_found', NO_JOB);
    const status = statusOf(run);
    // The rows of a request are read with it.
    if (run.state !== 'completed' || (run.kind === 'request' && !isPaidAlready(run))) return status;
    await recordReport(ctx, run);
    return answerRows(ctx, run, { before: `${JSON.stringify(status).slice(0, -1)},"result":`, after: '}' });
  });
};

function statusOf({ _id, state, done, total, error }: PayrollRunRecord): JobStatus {
  return { id: _id, state, progress: { done, total }, ...(error && { error }) };
}
