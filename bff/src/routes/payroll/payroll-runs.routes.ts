import {
  cancelPayrollRunCall,
  payrollRunCall,
  payrollRunRowsCall,
  payrollRunsCall,
  payrollSpreadsheetCall,
} from '@partnerdesk/contracts';
import { cancelRun, findRunOrThrow, listRuns, writeAudit } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentRun } from './payroll.presenter';
import { answerRows, recordReport } from './run-rows';
import { answerSpreadsheet } from './spreadsheet';

/** What was asked of the worker: still there after a reload, and for a second clerk. */
export const addPayrollRunRoutes: AddRoutes = ({ handle }, { env }) => {
  handle(payrollRunsCall, async ({ query }) => (await listRuns(query.payrollType)).map(presentRun));

  handle(payrollRunCall, async ({ params }) => presentRun(await findRunOrThrow(params.id)));

  handle(payrollRunRowsCall, async ({ ctx, params, query }) => {
    const run = await findRunOrThrow(params.id);
    await recordReport(ctx, run);
    ctx.set('X-Total-Count', String(run.rows));
    return answerRows(ctx, run, query);
  });

  handle(payrollSpreadsheetCall, async ({ ctx, params }) => {
    const run = await findRunOrThrow(params.id);
    const subject = { type: 'payrollRun', id: run._id } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'payroll-report.exported', subject });
    return answerSpreadsheet(ctx, run, env.businessTimezone);
  });

  handle(cancelPayrollRunCall, async ({ ctx, params }) =>
    presentRun(await cancelRun(params.id, auditedBy(ctx))),
  );
};
