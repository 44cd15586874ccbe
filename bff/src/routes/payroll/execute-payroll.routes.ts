import { createHash } from 'node:crypto';
import {
  AppError,
  dollarsOf,
  type ExecutePayrollRequest,
  type ExecutionPreview,
  MESSAGE,
} from '@partnerdesk/contracts';
import {
  checkEndDateOrThrow,
  type ExecuteItem,
  type ExecuteRow,
  findApprovalOrThrow,
  findRunOrThrow,
  isFourEyes,
  isPaidAlready,
  openItems,
  type PayrollRunRecord,
  previewExecution,
  readRunPages,
  readRunRows,
  writeAudit,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx, principalOf } from '../../context';
import type { InputOf } from '../../middleware/joi-types';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentApproval } from './approvals.presenter';
import { mayRunPayroll } from './payroll.policy';
import { presentOutcome } from './payroll.presenter';
import { executeBody, payrollQuery, ROWS_LIMIT_BYTES } from './payroll-query.schema';
import { answerRows } from './run-rows';
import { answeredAsync, startRun, waitForRun } from './start-run';

/**
 * Pays: the person of the query, the reviewed rows of the body, or (affID 0, empty body) every row. Where two people pay,
 * it answers 202 with the request that waits for the second one, unless everybody is paid already.
 */
export const addExecutePayrollRoutes: AddRoutes = (router, deps) => {
  router.post(
    '/execute-payroll',
    deps.session,
    permit(mayRunPayroll),
    validQuery(payrollQuery),
    validBody(executeBody, { limitBytes: ROWS_LIMIT_BYTES }),
    async (ctx) => {
      const { payrollType, endDate, affID } = ctx.state.query;
      checkEndDateOrThrow(endDate);
      const items = await itemsOf(ctx.state.query, ctx.state.body);
      const by = principalOf(ctx);
      const digest = items && digestOf(items);
      await writeAudit({
        ...auditedBy(ctx),
        action: 'payroll.execution-requested',
        subject: { type: 'payroll', id: `${payrollType}:${endDate}:${affID}` },
        after: { persons: items?.length ?? (affID ? 1 : 'all') },
      });
      const run = await startRun(deps, {
        kind: isFourEyes() ? 'request' : 'execute',
        payrollType,
        endDate,
        personID: affID,
        ...(items && { items, digest }),
        by,
      });
      if (answeredAsync(ctx, run)) return;
      const ended = await waitForRun(ctx, deps, run._id);
      if (ended.kind === 'execute' || isPaidAlready(ended)) return answerOutcomes(ctx, ended, affID);
      ctx.status = 202;
      ctx.body = presentApproval(await findApprovalOrThrow(ended.approvalID ?? 0), by);
    },
  );
};

/** What the same call to /execute-payroll would pay now. */
export const addPayrollPreviewRoutes: AddRoutes = (router, { session }) => {
  router.post(
    '/payroll-preview',
    session,
    permit(mayRunPayroll),
    validQuery(payrollQuery),
    validBody(executeBody, { limitBytes: ROWS_LIMIT_BYTES }),
    async (ctx) => {
      const { payrollType, endDate, affID: personID } = ctx.state.query;
      checkEndDateOrThrow(endDate);
      const named = await itemsOf(ctx.state.query, ctx.state.body);
      const items = named ?? (await openItems({ payrollType, endDate, personID }));
      const { cents, ...preview } = await previewExecution({
        payrollType,
        endDate,
        items,
        by: principalOf(ctx),
      });
      const answer: ExecutionPreview = { ...preview, amount: dollarsOf(cents) };
      ctx.body = answer;
    },
  );
};

/** Whom the body names; undefined: nobody. @throws AppError invalid_input, not_found (the run is gone) */
async function itemsOf(
  { payrollType, endDate, affID }: InputOf<typeof payrollQuery>,
  { rows, run: runID, except = [] }: ExecutePayrollRequest,
): Promise<ExecuteItem[] | undefined> {
  if (rows)
    return rows.map(({ id, fingerprint }) => ({
      personID: id,
      chosen: true,
      ...(fingerprint && { fingerprint }),
    }));
  if (!runID) return undefined;
  const run = await findRunOrThrow(runID);
  const same = run.kind === 'generate' && run.payrollType === payrollType && run.endDate === endDate;
  if (!same || run.state !== 'completed' || run.personID !== affID) {
    throw new AppError('invalid_input', 'These rows are of another payroll', { run: 'Of another payroll' });
  }
  const left = new Set(except);
  const items: ExecuteItem[] = [];
  for await (const page of readRunPages<ExecuteItem>(run)) {
    for (const { personID, fingerprint } of page) {
      if (left.has(personID)) continue;
      // The run of one person is no 'all'.
      items.push({ personID, ...(affID && { chosen: true }), ...(fingerprint && { fingerprint }) });
    }
  }
  if (items.length === 0) throw new AppError('invalid_input', MESSAGE.noPayrollData);
  return items;
}

const digestOf = (items: readonly ExecuteItem[]) =>
  createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16);

/**
 * Of everybody the list of outcomes; of one person the record, or why there is none: `conflict` with the figure
 * that it is now.
 */
async function answerOutcomes(ctx: Ctx, run: PayrollRunRecord, affID: number): Promise<void> {
  if (!affID) {
    answerRows(ctx, run);
    return;
  }
  const [row] = await readRunRows<ExecuteRow>(run, 0, 1);
  if (!row) throw new AppError('conflict', MESSAGE.noPayrollData);
  const outcome = presentOutcome(run.payrollType, row);
  switch (row.outcome) {
    case 'executed':
    case 'already':
      ctx.body = outcome;
      return;
    case 'changed':
      throw new AppError(
        'conflict',
        'The amount has changed since it was reviewed; nothing was paid',
        undefined,
        outcome,
      );
    case 'held':
    case 'failed':
      throw new AppError('conflict', row.reason ?? MESSAGE.genericError);
    default:
      throw new AppError('conflict', MESSAGE.noPayrollData);
  }
}
