import { setTimeout as delay } from 'node:timers/promises';
import {
  AppError,
  cancelPayrollRunCall,
  generatePayrollCall,
  MESSAGE,
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
import {
  cancelRun,
  type ExecuteRow,
  findRunOrThrow,
  hasEnded,
  isPaidAlready,
  listRuns,
  type OpenRunInput,
  openRun,
  type PayrollRowCents,
  type PayrollRunRecord,
  paymentStatuses,
  paymentsSince,
  type ReportRow,
  readRunPages,
} from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import { ANSWERED, accepted } from '../../calls/handle';
import { audit, type Ctx, principalOf } from '../../context';
import { toAppError } from '../../middleware/errors';
import { streamOf } from '../answer-csv';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { presentOutcome, presentReportRow, presentRow, presentRun } from './payroll.presenter';

/** What is asked of the worker: a run is still there after a reload, and for a second clerk. */
export const addPayrollRunRoutes: AddRoutes = ({ handle }, deps) => {
  handle(generatePayrollCall, async ({ ctx, query: { payrollType, endDate, affID }, principal: by }) => {
    const run = await startRun(deps, { kind: 'generate', payrollType, endDate, personID: affID, by });
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    return answerRows(ctx, await waitForRun(ctx, run._id));
  });

  handle(payrollReportCall, async ({ ctx, query, principal }) => {
    const run = await startRun(deps, { kind: 'report', ...query, personID: 0, by: principal });
    await recordReport(ctx, run);
    if (wantsLater(ctx, run)) return accepted({ id: run._id });
    return answerRows(ctx, await waitForRun(ctx, run._id));
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
    if (run.kind !== 'report') throw new AppError('invalid_input', 'This is no report', { run: 'No report' });
    if (run.state !== 'completed') throw new AppError('conflict', 'This report has not been completed');
    await audit(ctx, { action: 'payroll-report.exported', subject: { type: 'payrollRun', id: run._id } });
    ctx.type = SHEET_TYPE;
    ctx.set('Content-Disposition', `attachment; filename="${sheetName()}"`);
    ctx.body = streamOf(ctx, sheetOf(run, deps.env.businessTimezone));
    return ANSWERED;
  });

  handle(cancelPayrollRunCall, async ({ params, by }) => presentRun(await cancelRun(params.id, by)));
};

/** Written while its rows are read: more than a browser should build. */
async function* sheetOf(run: PayrollRunRecord, timeZone: string): AsyncGenerator<string> {
  const columns = payrollReportColumns(run.payrollType, timeZone);
  yield SHEET_START + sheetRow(sheetHeaders(columns));
  for await (const page of presentedPages(run)) {
    yield (page as PayrollReportRow[]).map((row) => sheetRow(sheetCells(columns, row))).join('');
  }
  yield SHEET_END;
}

/** Longer than any payroll should take; a proxy in between must not give up sooner. */
const WAIT_MS = 120_000;

/** Stores a run and has the worker do it; the same question while it is under way is the same run. */
export async function startRun({ queues }: RouteDeps, input: OpenRunInput): Promise<PayrollRunRecord> {
  const run = await openRun(input);
  await enqueue(queues.payroll, 'payroll-run', { runID: run._id });
  return run;
}

/** Whether the call asks with `Prefer: respond-async` to be answered at once; says then where to follow the run. */
export function wantsLater(ctx: Ctx, { _id: id }: { _id: string }): boolean {
  ctx.vary('Prefer');
  if (!/(^|[,\s])respond-async\b/i.test(ctx.get('prefer'))) return false;
  ctx.set('Location', `/api/jobs/${id}`);
  ctx.set('Preference-Applied', 'respond-async');
  return true;
}

/** The first pause between two looks at a run, and the longest one (ms). */
const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 400;

/**
 * Looks at a run until it has ended, the less often the longer it takes: a short one is answered at once, and calls that
 * wait cost little. A look that an outage fails is made again: an election in between must not end the call. Stops waiting
 * when the caller goes away, while the run goes on.
 * @param findEnded undefined while the run is open
 * @throws AppError unavailable after two minutes
 */
export async function waitForEnd<Run>(ctx: Ctx, findEnded: () => Promise<Run | undefined>): Promise<Run> {
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  if (ctx.res.closed) gone.abort();
  // No AbortSignal.timeout: Node 20 forgets one that only AbortSignal.any refers to, and the call would wait without end.
  const until = Date.now() + WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const run = await findEnded().catch(undefinedInOutage);
    if (run !== undefined) return run;
    if (gone.signal.aborted || Date.now() >= until) throw new AppError('unavailable', MESSAGE.genericError);
    await delay(pauseMs, undefined, { signal: gone.signal }).catch(() => undefined);
  }
}

function undefinedInOutage(error: unknown): undefined {
  if (toAppError(error)?.code !== 'unavailable') throw error;
}

/** As waitForEnd, for a payroll run. @throws AppError not_found; conflict when it failed or was cancelled */
export async function waitForRun(ctx: Ctx, runID: string): Promise<PayrollRunRecord> {
  const run = await waitForEnd(ctx, async () => {
    const found = await findRunOrThrow(runID);
    return hasEnded(found) ? found : undefined;
  });
  if (run.state === 'failed') throw new AppError('conflict', run.error ?? MESSAGE.genericError);
  if (run.state === 'cancelled') throw new AppError('conflict', 'It was cancelled');
  return run;
}

/** Rows of a run with what became of each by now. @throws AppError invalid_input at once for a request's run */
export function presentedPages(
  run: PayrollRunRecord,
  offset?: number,
  limit?: number,
): AsyncGenerator<object[]> {
  if (run.kind === 'request' && !isPaidAlready(run))
    throw new AppError('invalid_input', 'The rows of a request are read with it');
  return pagesOf(run, offset, limit);
}

async function* pagesOf(
  run: PayrollRunRecord,
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<object[]> {
  const { kind, payrollType } = run;
  for await (const page of readRunPages<never>(run, offset, limit)) {
    if (kind === 'generate') {
      const rows = page as PayrollRowCents[];
      const paid = await paymentsSince(payrollType, rows);
      yield rows.map((row) => presentRow(payrollType, row, paid.get(row.personID)));
    } else if (kind === 'execute' || kind === 'request')
      yield (page as ExecuteRow[]).map((row) => presentOutcome(payrollType, row));
    else {
      const rows = page as ReportRow[];
      const statuses = await paymentStatuses(rows.map(({ _id }) => _id));
      yield rows.map((row) => presentReportRow(payrollType, row, statuses.get(row._id)));
    }
  }
}

/** Records that somebody reads a report, which names people and their accounts: each person and report once. */
export async function recordReport(ctx: Ctx, { _id, kind }: PayrollRunRecord): Promise<void> {
  if (kind !== 'report') return;
  const { kind: readerKind, id } = principalOf(ctx);
  const key = `report:${_id}:${readerKind}:${id}`;
  await audit(ctx, { action: 'payroll-report.opened', subject: { type: 'payrollRun', id: _id }, key });
}

/** Answers rows as JSON while they are read: 50,000 are never in memory at once. */
export function answerRows(
  ctx: Ctx,
  run: PayrollRunRecord,
  {
    offset = 0,
    limit,
    before = '',
    after = '',
  }: { offset?: number; limit?: number; before?: string; after?: string } = {},
): typeof ANSWERED {
  return answerPages(ctx, presentedPages(run, offset, limit), before, after);
}

export function answerPages(
  ctx: Ctx,
  pages: AsyncIterable<object[]>,
  before = '',
  after = '',
): typeof ANSWERED {
  ctx.type = 'application/json';
  ctx.body = streamOf(ctx, jsonOf(pages, before, after));
  return ANSWERED;
}

async function* jsonOf(
  pages: AsyncIterable<object[]>,
  before: string,
  after: string,
): AsyncGenerator<string> {
  let separator = `${before}[`;
  for await (const page of pages) {
    yield separator + JSON.stringify(page).slice(1, -1);
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}]${after}`;
}
