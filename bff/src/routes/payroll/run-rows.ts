import { AppError } from '@partnerdesk/contracts';
import {
  type ExecuteRow,
  isPaidAlready,
  type PayrollRowCents,
  type PayrollRunRecord,
  paymentStatuses,
  paymentsSince,
  type ReportRow,
  readRunPages,
  writeAudit,
} from '@partnerdesk/domain';
import { ANSWERED } from '../../calls/handle';
import { auditedBy, type Ctx } from '../../context';
import { streamOf } from '../answer-csv';
import { presentOutcome, presentReportRow, presentRow } from './payroll.presenter';

/**
 * Rows of a run as the wire has them, a page at a time, with what became of each row or payment by now.
 * @throws AppError invalid_input at once, before any of the answer is written, for a request's run
 */
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
  const by = auditedBy(ctx);
  await writeAudit({
    ...by,
    action: 'payroll-report.opened',
    subject: { type: 'payrollRun', id: _id },
    key: `report:${_id}:${by.actor.kind}:${by.actor.id}`,
  });
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

/** As answerRows, of pages that are presented already. */
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
