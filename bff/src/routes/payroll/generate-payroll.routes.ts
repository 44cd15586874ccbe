import { generatePayrollCall, payrollReportCall } from '@partnerdesk/contracts';
import { accepted } from '../../calls/handle';
import { principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { answerRows, recordReport } from './run-rows';
import { startRun, waitForRun, wantsLater } from './start-run';

/** The worker computes. Asked plainly the answer waits for it, with `Prefer: respond-async` it says where to look. */
export const addGeneratePayrollRoutes: AddRoutes = ({ handle }, deps) => {
  handle(generatePayrollCall, async ({ ctx, query: { payrollType, endDate, affID } }) => {
    const by = principalOf(ctx);
    const run = await startRun(deps, { kind: 'generate', payrollType, endDate, personID: affID, by });
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    return answerRows(ctx, await waitForRun(ctx, deps, run._id));
  });

  handle(payrollReportCall, async ({ ctx, query }) => {
    const run = await startRun(deps, { kind: 'report', ...query, personID: 0, by: principalOf(ctx) });
    await recordReport(ctx, run);
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    return answerRows(ctx, await waitForRun(ctx, deps, run._id));
  });
};
