import {
  AppError,
  type BodyOf,
  discardPayFileCall,
  excludedPaymentsCall,
  exportPayFilesCall,
  makePayFileCall,
  PAY_FILE_COLUMNS,
  type PayrollType,
  payFilePartCall,
  payFilesCall,
} from '@partnerdesk/contracts';
import {
  achSettingsOrThrow,
  beginPayFile,
  discardPayFile,
  excludedPayments,
  findRunOrThrow,
  listPayFiles,
  MAX_PAY_FILE_PAYMENTS,
  payFileText,
  type ReportRow,
  readRunPages,
  unfiledPayments,
  waitingDiscards,
  writeAudit,
} from '@partnerdesk/domain';
import { enqueuePayFile } from '@partnerdesk/queues';
import { accepted } from '../../calls/handle';
import { auditedBy } from '../../context';
import { answerCsv, csvOfPages } from '../answer-csv';
import type { AddRoutes } from '../route-deps';
import { presentExcluded, presentPayFile } from './payroll.presenter';

/** Files for the bank and for PayPal. */
export const addPayFileRoutes: AddRoutes = ({ handle }, { env, queues }) => {
  handle(payFilesCall, async ({ query }) => {
    const files = await listPayFiles(query.payrollType);
    const waiting = await waitingDiscards(files.map(({ _id }) => _id));
    return files.map((file) => presentPayFile(file, waiting.get(file._id)));
  });

  handle(exportPayFilesCall, async ({ ctx, query: { payrollType } }) => {
    const subject = { type: 'export', id: 'pay-files' } as const;
    await writeAudit({ ...auditedBy(ctx), action: 'pay-files.exported', subject, after: { payrollType } });
    return answerCsv(ctx, 'pay-files', csvOfPages(PAY_FILE_COLUMNS, allFiles(payrollType)));
  });

  handle(makePayFileCall, async ({ ctx, body }) => {
    const { payrollType, format } = body;
    if (format === 'nacha') achSettingsOrThrow(env.ach);
    const payrollIDs = await payrollIDsOf(body);
    const file = await beginPayFile({ payrollType, format, payrollIDs, by: auditedBy(ctx) });
    await enqueuePayFile(queues.payroll, file._id);
    ctx.status = 202;
    return presentPayFile(file);
  });

  handle(payFilePartCall, async ({ ctx, params }) => {
    const [payFileID, number] = [numberOf(params.id), numberOf(params.number)];
    const { fileName, text, leftOut } = await payFileText(payFileID, number, env.ach, auditedBy(ctx));
    ctx.type = 'text/plain';
    ctx.set('Content-Disposition', `attachment; filename="${fileName}"`);
    ctx.set('X-Left-Out', String(leftOut));
    return text;
  });

  handle(excludedPaymentsCall, async ({ ctx, params, query }) => {
    const { payments, total } = await excludedPayments(numberOf(params.id), query.page);
    ctx.set('X-Total-Count', String(total));
    return payments.map(presentExcluded);
  });

  handle(discardPayFileCall, async ({ ctx, params, body: { reason } }) => {
    const { file, approvalID } = await discardPayFile(numberOf(params.id), auditedBy(ctx), reason);
    const discarded = presentPayFile(file, approvalID);
    return approvalID === undefined ? discarded : accepted(discarded);
  });
};

/** A few a week. */
async function* allFiles(payrollType: PayrollType) {
  yield (await listPayFiles(payrollType, 0)).map((file) => presentPayFile(file));
}

function numberOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new AppError('not_found', 'There is no such pay file');
  return Number(text);
}

async function payrollIDsOf(request: BodyOf<typeof makePayFileCall>): Promise<number[]> {
  const { payrollType, format, payrollIDs, run: runID, except = [], endDate } = request;
  if (endDate) {
    const unfiled = await unfiledPayments(payrollType, endDate, format);
    // Two clerks at once: the second one finds nothing left.
    if (unfiled.length === 0)
      throw new AppError('conflict', 'No payment of this payroll waits for such a file');
    return unfiled.slice(0, MAX_PAY_FILE_PAYMENTS);
  }
  if (!runID) return payrollIDs ?? [];
  const run = await findRunOrThrow(runID);
  if (run.kind !== 'report') throw new AppError('invalid_input', 'This is no report', { run: 'No report' });
  const left = new Set(except);
  const found: number[] = [];
  for await (const page of readRunPages<ReportRow>(run)) {
    for (const { _id } of page) if (!left.has(_id)) found.push(_id);
  }
  if (found.length > MAX_PAY_FILE_PAYMENTS) {
    const text = `A pay file can be made of ${MAX_PAY_FILE_PAYMENTS} payments at most`;
    throw new AppError('invalid_input', text, { run: text });
  }
  return found;
}
