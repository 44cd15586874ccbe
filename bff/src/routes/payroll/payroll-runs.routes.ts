import {
  AppError,
  cancelPayrollRunCall,
  generatePayrollCall,
  type PayrollReportRow,
  payrollReportCall,
  payrollReportColumns,
  payrollRunCall,
  payrollRunRowsCall,
  payrollRunsCall,
  payrollSpreadsheetCall,
  SHEET_END,
  SHEET_START,
  SHEET_TYPE,
  sheetCells,
  sheetHeaders,
  sheetName,
  sheetRow,
} from '@partnerdesk/contracts';
import { cancelRun, findRunOrThrow, listRuns, type PayrollRunRecord, writeAudit } from '@partnerdesk/domain';
import { ANSWERED, accepted } from '../../calls/handle';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { streamOf } from '../answer-csv';
import type { AddRoutes } from '../route-deps';
import { presentRun } from './payroll.presenter';
import { answerRows, presentedPages, recordReport } from './run-rows';
import { startRun, waitForRun, wantsLater } from './start-run';

/**
 * What is asked of the worker. Asked plainly the answer waits for it, with `Prefer: respond-async` it says where to look;
 * the run is still there after a reload, and for a second clerk.
 */
export const addPayrollRunRoutes: AddRoutes = ({ handle }, deps) => {
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
    return answerSpreadsheet(ctx, run, deps.env.businessTimezone);
  });

  handle(cancelPayrollRunCall, async ({ ctx, params }) =>
    presentRun(await cancelRun(params.id, auditedBy(ctx))),
  );
};

/**
 * A report as a spreadsheet, written while its rows are read: for more rows than a browser should build.
 * @param timeZone the business's
 * @throws AppError invalid_input for a run of another kind
 */
function answerSpreadsheet(ctx: Ctx, run: PayrollRunRecord, timeZone: string): typeof ANSWERED {
  if (run.kind !== 'report') throw new AppError('invalid_input', 'This is no report', { run: 'No report' });
  ctx.type = SHEET_TYPE;
  ctx.set('Content-Disposition', `attachment; filename="${sheetName()}"`);
  ctx.body = streamOf(ctx, sheetOf(run, timeZone));
  return ANSWERED;
}

async function* sheetOf(run: PayrollRunRecord, timeZone: string): AsyncGenerator<string> {
  const columns = payrollReportColumns(run.payrollType, timeZone);
  yield SHEET_START + sheetRow(sheetHeaders(columns));
  for await (const page of presentedPages(run)) {
    yield (page as PayrollReportRow[]).map((row) => sheetRow(sheetCells(columns, row))).join('');
  }
  yield SHEET_END;
}
