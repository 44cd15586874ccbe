import { AppError, type PayFileRequest } from '@partnerdesk/contracts';
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
  waitingDiscards,
} from '@partnerdesk/domain';
import { enqueuePayFile } from '@partnerdesk/queues';
import { auditedBy, type Ctx } from '../../context';
import { notCrossSite } from '../../middleware/origin-check';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayRunPayroll } from './payroll.policy';
import { presentExcluded, presentPayFile } from './payroll.presenter';
import { discardBody, pageQuery, payFileBody, ROWS_LIMIT_BYTES, typeQuery } from './payroll-query.schema';

/** Files for the bank and for PayPal. */
export const addPayFileRoutes: AddRoutes = (router, { session, env, queues }) => {
  const allowed = [session, permit(mayRunPayroll)] as const;

  router.get('/pay-files', ...allowed, validQuery(typeQuery), async (ctx) => {
    const { payrollType } = ctx.state.query;
    const files = await listPayFiles(payrollType);
    const waiting = await waitingDiscards(files.map(({ _id }) => _id));
    ctx.body = files.map((file) => presentPayFile(file, waiting.get(file._id)));
  });

  router.post(
    '/pay-files',
    ...allowed,
    validBody(payFileBody, { limitBytes: ROWS_LIMIT_BYTES }),
    async (ctx) => {
      const body = ctx.state.body;
      const { payrollType, format } = body;
      if (format === 'nacha') achSettingsOrThrow(env.ach);
      const payrollIDs = await payrollIDsOf(body);
      const file = await beginPayFile({ payrollType, format, payrollIDs, by: auditedBy(ctx) });
      await enqueuePayFile(queues.payroll, file._id);
      ctx.status = 202;
      ctx.body = presentPayFile(file);
    },
  );

  router.get('/pay-files/:id/parts/:number', notCrossSite, ...allowed, async (ctx) => {
    const { fileName, text, leftOut } = await payFileText(
      numberOf(ctx, 'id'),
      numberOf(ctx, 'number'),
      env.ach,
      auditedBy(ctx),
    );
    ctx.type = 'text/plain';
    ctx.set('Content-Disposition', `attachment; filename="${fileName}"`);
    ctx.set('X-Left-Out', String(leftOut));
    ctx.body = text;
  });

  router.get('/pay-files/:id/excluded', ...allowed, validQuery(pageQuery), async (ctx) => {
    const { payments, total } = await excludedPayments(numberOf(ctx, 'id'), ctx.state.query.page);
    ctx.set('X-Total-Count', String(total));
    ctx.body = payments.map(presentExcluded);
  });

  router.delete('/pay-files/:id', ...allowed, validBody(discardBody), async (ctx) => {
    const { reason } = ctx.state.body;
    const { file, approvalID } = await discardPayFile(numberOf(ctx, 'id'), auditedBy(ctx), reason);
    if (approvalID !== undefined) ctx.status = 202;
    ctx.body = presentPayFile(file, approvalID);
  });
};

function numberOf(ctx: Ctx, name: string): number {
  const text = String(ctx.params[name]);
  if (!/^\d{1,12}$/.test(text)) throw new AppError('not_found', 'There is no such pay file');
  return Number(text);
}

async function payrollIDsOf({ payrollIDs, run: runID, except = [] }: PayFileRequest): Promise<number[]> {
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
