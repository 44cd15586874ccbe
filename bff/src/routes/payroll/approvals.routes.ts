import { AppError, type PayrollApprovalDetails } from '@partnerdesk/contracts';
import {
  type ApprovalRecord,
  approvalPages,
  approveRequest,
  declineRequest,
  findApprovalOrThrow,
  isPreparer,
  listApprovals,
  openApprovedRun,
  staleRows,
} from '@partnerdesk/domain';
import { enqueueRun } from '@partnerdesk/queues';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { allowOrThrow, permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentApproval, presentApprovalRow } from './approvals.presenter';
import { mayApprovePayroll, maySeeApprovals } from './payroll.policy';
import { decisionBody, rowsQuery } from './payroll-query.schema';
import { answerPages } from './run-rows';

/** What waits for a second person, and their decisions (docs/RULES.md, Payroll with two people). */
export const addApprovalRoutes: AddRoutes = (router, { session, queues }) => {
  const allowed = [session, permit(maySeeApprovals)] as const;

  router.get('/payroll-approvals', ...allowed, async (ctx) => {
    const reader = principalOf(ctx);
    ctx.body = (await listApprovals()).map((request) => presentApproval(request, reader));
  });

  router.get('/payroll-approvals/:id', ...allowed, async (ctx) => {
    const request = await requestOf(ctx);
    const isOpen = request.state === 'waiting' && request.kind === 'execution';
    const details: PayrollApprovalDetails = {
      ...presentApproval(request, principalOf(ctx)),
      stale: isOpen ? await staleRows(request) : 0,
    };
    ctx.body = details;
  });

  router.get('/payroll-approvals/:id/rows', ...allowed, validQuery(rowsQuery), async (ctx) => {
    const request = await requestOf(ctx);
    const { offset, limit } = ctx.state.query;
    ctx.set('X-Total-Count', String(request.rows));
    answerPages(ctx, presentedRows(request, offset, limit));
  });

  router.post('/payroll-approvals/:id', ...allowed, validBody(decisionBody), async (ctx) => {
    const { decision, hash = '', reason = '' } = ctx.state.body;
    const request = await requestOf(ctx);
    const principal = principalOf(ctx);
    const by = auditedBy(ctx);
    if (decision === 'decline') {
      if (!isPreparer(request, principal)) allowOrThrow(principal, mayApprovePayroll, undefined);
      ctx.body = presentApproval(await declineRequest(request._id, reason, by), principal);
      return;
    }
    allowOrThrow(principal, mayApprovePayroll, undefined);
    const approved = await approveRequest(request._id, hash, by);
    if (approved.state === 'approved') await enqueueRun(queues.payroll, await openApprovedRun(approved));
    ctx.body = presentApproval(approved, principal);
  });
};

/** @throws AppError not_found */
function requestOf(ctx: Ctx & { params: Record<string, string> }): Promise<ApprovalRecord> {
  const text = String(ctx.params.id);
  if (!/^\d{1,12}$/.test(text)) throw new AppError('not_found', 'There is no such request');
  return findApprovalOrThrow(Number(text));
}

async function* presentedRows(request: ApprovalRecord, offset: number, limit?: number) {
  if (request.kind !== 'execution') return;
  for await (const rows of approvalPages(request, offset, limit)) {
    yield rows.map((row) => presentApprovalRow(request.payrollType, row));
  }
}
