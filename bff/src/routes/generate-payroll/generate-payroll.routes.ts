import type { PayrollRow } from '@partnerdesk/contracts';
import { checkEndDateOrThrow } from '@partnerdesk/domain';
import { enqueue, jobIdOf, waitForJob } from '@partnerdesk/queues';
import { type Ctx, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { mayGeneratePayroll } from './generate-payroll.policy';
import { type GeneratePayrollQuery, generatePayrollQuery } from './generate-payroll.schema';

/** Longer than any payroll should take; a proxy in between must not give up sooner. */
const WAIT_MS = 120_000;

/** The worker computes. Asked plainly the answer waits for it, with `Prefer: respond-async` it says where to look. */
export const addGeneratePayrollRoutes: AddRoutes = (router, deps) => {
  router.get(
    '/generate-payroll',
    deps.session,
    permit(mayGeneratePayroll),
    validQuery(generatePayrollQuery),
    async (ctx) => {
      const jobId = await startJob(ctx, deps);
      ctx.vary('Prefer');
      if (/(^|[,\s])respond-async\b/i.test(ctx.get('prefer'))) answerAccepted(ctx, jobId);
      else ctx.body = await waitForRows(ctx, deps, jobId);
    },
  );
};

async function startJob(ctx: Ctx, { queues }: RouteDeps): Promise<string> {
  const query = ctx.state.query as GeneratePayrollQuery;
  checkEndDateOrThrow(query.endDate);
  const { payrollType, endDate, affID } = query;
  return enqueue(
    queues.payroll,
    'generate-payroll',
    { payrollType, endDate, affID, requestedBy: principalOf(ctx).id },
    { jobId: jobIdOf('generate-payroll', payrollType, endDate, affID) },
  );
}

function answerAccepted(ctx: Ctx, id: string): void {
  ctx.status = 202;
  ctx.set('Location', `/api/jobs/${id}`);
  ctx.set('Preference-Applied', 'respond-async');
  ctx.body = { id };
}

/** Stops waiting when the caller goes away; the job goes on. */
async function waitForRows(ctx: Ctx, { queues }: RouteDeps, jobId: string): Promise<PayrollRow[]> {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  return waitForJob<PayrollRow[]>(queues.payroll, jobId, { timeoutMs: WAIT_MS, signal: gone.signal });
}
