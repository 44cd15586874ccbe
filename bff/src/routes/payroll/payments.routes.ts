import {
  AppError,
  adjustCall,
  adjustmentsCall,
  type BodyOf,
  centsOf,
  discardPayFileCall,
  excludedPaymentsCall,
  exportPayFilesCall,
  makePayFileCall,
  markPaymentsCall,
  PAY_FILE_COLUMNS,
  type PayrollType,
  payFilePartCall,
  payFilesCall,
  payrollEntriesCall,
  reverseAdjustmentCall,
} from '@partnerdesk/contracts';
import {
  type AdjustmentOutcome,
  achSettingsOrThrow,
  adjustmentsOf,
  adjustWithinLimit,
  beginPayFile,
  discardPayFile,
  excludedPayments,
  findRunOrThrow,
  listPayFiles,
  MAX_PAY_FILE_PAYMENTS,
  markPayments,
  openEntries,
  PayrollModel,
  payeeKindOf,
  payFilePayments,
  payFileText,
  payrollEntries,
  type ReportRow,
  readRunPages,
  reverseWithinLimit,
  unfiledPayments,
  waitingDiscards,
} from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import { accepted } from '../../calls/handle';
import { audit, type Ctx, principalOf } from '../../context';
import { mustHave } from '../../middleware/policy';
import { answerCsv, csvOfPages } from '../answer-csv';
import type { AddRoutes } from '../route-deps';
import { presentApproval } from './approvals.routes';
import { presentAdjustments, presentEntry, presentExcluded, presentPayFile } from './payroll.presenter';

/** What stands behind amounts, what corrects them, what became of payments, and files for the bank and PayPal. */
export const addPaymentRoutes: AddRoutes = ({ handle }) => {
  // Affiliates too: each payment of their own history opens to its entries.
  handle(payrollEntriesCall, async ({ ctx, query, principal }) => {
    const { payrollID, payrollType, personID, endDate, page } = query;
    const office = mustHave('payroll')(principal);
    if (!office) {
      const own =
        principal.kind === 'affiliate' &&
        payrollID !== undefined &&
        (await isPaymentOf(payrollID, principal.affID));
      if (!own) throw new AppError('forbidden', 'You may not do this');
    }
    const found =
      payrollID !== undefined
        ? await payrollEntries(payrollID, page)
        : await openEntries(payeeKindOf(payrollType), personID ?? 0, endDate ?? '', page);
    if (!found) throw new AppError('not_found', 'There is no such payroll');
    ctx.set('X-Total-Count', String(found.total));
    // Who of the office made an entry is the office's own business.
    return found.entries.map(({ by, ...entry }) => presentEntry(office && by ? { ...entry, by } : entry));
  });

  handle(adjustCall, async ({ ctx, body, by }) => {
    const { adjustmentID, payrollType, personID, amount, reason } = body;
    const kind = payeeKindOf(payrollType);
    const cents = centsOf(amount);
    const outcome = await adjustWithinLimit({ adjustmentID, kind, personID, cents, reason, by });
    return answerOf(ctx, outcome);
  });

  handle(adjustmentsCall, async ({ query: { payrollType, personID, page } }) =>
    presentAdjustments(await adjustmentsOf(payeeKindOf(payrollType), personID, page)),
  );

  handle(reverseAdjustmentCall, async ({ ctx, params: { entryID }, body: { reason }, by }) =>
    answerOf(ctx, await reverseWithinLimit({ entryID, reason, by })),
  );

  handle(markPaymentsCall, async ({ body: { payFileID, payrollIDs = [], ...mark }, by }) =>
    markPayments({
      ...mark,
      ...(payFileID !== undefined && { payFileID }),
      payrollIDs: payFileID === undefined ? payrollIDs : await payFilePayments(payFileID),
      by,
    }),
  );
};

export const addPayFileRoutes: AddRoutes = ({ handle }, { env, queues }) => {
  handle(payFilesCall, async ({ query }) => {
    const files = await listPayFiles(query.payrollType);
    const waiting = await waitingDiscards(files.map(({ _id }) => _id));
    return files.map((file) => presentPayFile(file, waiting.get(file._id)));
  });

  handle(exportPayFilesCall, async ({ ctx, query: { payrollType } }) => {
    const subject = { type: 'export', id: 'pay-files' } as const;
    await audit(ctx, { action: 'pay-files.exported', subject, after: { payrollType } });
    return answerCsv(ctx, 'pay-files', csvOfPages(PAY_FILE_COLUMNS, allFiles(payrollType)));
  });

  handle(makePayFileCall, async ({ ctx, body, by }) => {
    const { payrollType, format } = body;
    if (format === 'nacha') achSettingsOrThrow(env.ach);
    const payrollIDs = await payrollIDsOf(body);
    const file = await beginPayFile({ payrollType, format, payrollIDs, by });
    await enqueue(queues.payroll, 'make-pay-file', { payFileID: file._id });
    ctx.status = 202;
    return presentPayFile(file);
  });

  handle(payFilePartCall, async ({ ctx, params, by }) => {
    const [payFileID, number] = [numberOf(params.id), numberOf(params.number)];
    const { fileName, text, leftOut } = await payFileText(payFileID, number, env.ach, by);
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

  handle(discardPayFileCall, async ({ params, body: { reason }, by }) => {
    const { file, approvalID } = await discardPayFile(numberOf(params.id), by, reason);
    const discarded = presentPayFile(file, approvalID);
    return approvalID === undefined ? discarded : accepted(discarded);
  });
};

const answerOf = (ctx: Ctx, { entry, request }: AdjustmentOutcome) =>
  request ? accepted(presentApproval(request, principalOf(ctx))) : presentEntry(entry);

async function isPaymentOf(payrollID: number, affID: number): Promise<boolean> {
  return (await PayrollModel.exists({ _id: payrollID, kind: 'affiliate', personID: affID })) !== null;
}

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
