import { cancelRun, findRunOrThrow, listRuns, writeAudit } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { notCrossSite } from '../../middleware/origin-check';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayRunPayroll } from './payroll.policy';
import { presentRun } from './payroll.presenter';
import { rowsQuery, typeQuery } from './payroll-query.schema';
import { answerRows, recordReport } from './run-rows';
import { answerSpreadsheet } from './spreadsheet';

/** What was asked of the worker: still there after a reload, and for a second clerk. */
export const addPayrollRunRoutes: AddRoutes = (router, { session, env }) => {
  const allowed = [session, permit(mayRunPayroll)] as const;

  router.get('/payroll-runs', ...allowed, validQuery(typeQuery), async (ctx) => {
    const { payrollType } = ctx.state.query;
    ctx.body = (await listRuns(payrollType)).map(presentRun);
  });

  router.get('/payroll-runs/:id', ...allowed, async (ctx) => {
    ctx.body = presentRun(await findRunOrThrow(String(ctx.params.id)));
  });

  router.get('/payroll-runs/:id/rows', ...allowed, validQuery(rowsQuery), async (ctx) => {
    const run = await findRunOrThrow(String(ctx.params.id));
    await recordReport(ctx, run);
    ctx.set('X-Total-Count', String(run.rows));
    answerRows(ctx, run, ctx.state.query);
  });

  router.get('/payroll-runs/:id/spreadsheet', notCrossSite, ...allowed, async (ctx) => {
    const run = await findRunOrThrow(String(ctx.params.id));
    const subject = { type: 'payrollRun', id: run._id } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'payroll-report.exported', subject });
    answerSpreadsheet(ctx, run, env.businessTimezone);
  });

  router.delete('/payroll-runs/:id', ...allowed, async (ctx) => {
    ctx.body = presentRun(await cancelRun(String(ctx.params.id), auditedBy(ctx)));
  });
};
