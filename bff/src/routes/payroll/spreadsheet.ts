import {
  AppError,
  type PayrollReportRow,
  payrollReportColumns,
  SHEET_END,
  SHEET_START,
  SHEET_TYPE,
  sheetCells,
  sheetHeaders,
  sheetName,
  sheetRow,
} from '@partnerdesk/contracts';
import type { PayrollRunRecord } from '@partnerdesk/domain';
import { ANSWERED } from '../../calls/handle';
import type { Ctx } from '../../context';
import { presentedPages, streamOf } from './run-rows';

/**
 * A report as a spreadsheet, written while its rows are read: for more rows than a browser should build.
 * @param timeZone the business's
 * @throws AppError invalid_input for a run of another kind
 */
export function answerSpreadsheet(ctx: Ctx, run: PayrollRunRecord, timeZone: string): typeof ANSWERED {
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
