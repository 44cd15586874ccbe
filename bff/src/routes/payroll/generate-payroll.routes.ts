import { principalOf } from '../../context';
import { notCrossSite } from '../../middleware/origin-check';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayRunPayroll } from './payroll.policy';
import { payrollQuery, reportQuery } from './payroll-query.schema';
import { answerRows, recordReport } from './run-rows';
import { answeredAsync, startRun, waitForRun } from './start-run';

/** The worker computes. Asked plainly the answer waits for it, with `Prefer: respond-async` it says where to look. */
export const addGeneratePayrollRoutes: AddRoutes = (router, deps) => {
  const { session } = deps;

  router.get(
    '/generate-payroll',
    notCrossSite,
    session,
    permit(mayRunPayroll),
    validQuery(payrollQuery),
    async (ctx) => {
      const { payrollType, endDate, affID } = ctx.state.query;
      const by = principalOf(ctx);
      const run = await startRun(deps, { kind: 'generate', payrollType, endDate, personID: affID, by });
      if (!answeredAsync(ctx, run)) answerRows(ctx, await waitForRun(ctx, deps, run._id));
    },
  );

  router.get(
    '/generate-payroll-report',
    notCrossSite,
    session,
    permit(mayRunPayroll),
    validQuery(reportQuery),
    async (ctx) => {
      const query = ctx.state.query;
      const run = await startRun(deps, { kind: 'report', ...query, personID: 0, by: principalOf(ctx) });
      await recordReport(ctx, run);
      if (!answeredAsync(ctx, run)) answerRows(ctx, await waitForRun(ctx, deps, run._id));
    },
  );
};
