import {
  AppError,
  approvalCall,
  approvalRowsCall,
  approvalsCall,
  decideApprovalCall,
} from '@partnerdesk/contracts';
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
import { auditedBy, principalOf } from '../../context';
import { allowOrThrow } from '../../middleware/policy';
import type { AddRoutes } from '../route-deps';
import { presentApproval, presentApprovalRow } from './approvals.presenter';
import { mayApprovePayroll } from './payroll.policy';
import { answerPages } from './run-rows';

/** What waits for a second person, and their decisions (docs/RULES.md, Payroll with two people). */
export const addApprovalRoutes: AddRoutes = ({ handle }, { queues }) => {
  handle(approvalsCall, async ({ ctx }) => {
    const reader = principalOf(ctx);
    return (await listApprovals()).map((request) => presentApproval(request, reader));
  });

  handle(approvalCall, async ({ ctx, params }) => {
    const request = await requestOf(params.id);
    const isOpen = request.state === 'waiting' && request.kind === 'execution';
    return {
      ...presentApproval(request, principalOf(ctx)),
      stale: isOpen ? await staleRows(request) : 0,
    };
  });

  handle(approvalRowsCall, async ({ ctx, params, query: { offset, limit } }) => {
    const request = await requestOf(params.id);
    ctx.set('X-Total-Count', String(request.rows));
    return answerPages(ctx, presentedRows(request, offset, limit));
  });

  handle(decideApprovalCall, async ({ ctx, params, body }) => {
    const { decision, hash = '', reason = '' } = body;
    const request = await requestOf(params.id);
    const principal = principalOf(ctx);
    const by = auditedBy(ctx);
    if (decision === 'decline') {
      if (!isPreparer(request, principal)) allowOrThrow(principal, mayApprovePayroll);
      return presentApproval(await declineRequest(request._id, reason, by), principal);
    }
    allowOrThrow(principal, mayApprovePayroll);
    const approved = await approveRequest(request._id, hash, by);
    if (approved.state === 'approved') await enqueueRun(queues.payroll, await openApprovedRun(approved));
    return presentApproval(approved, principal);
  });
};

/** @throws AppError not_found */
function requestOf(id: string): Promise<ApprovalRecord> {
  if (!/^\d{1,12}$/.test(id)) throw new AppError('not_found', 'There is no such request');
  return findApprovalOrThrow(Number(id));
}

async function* presentedRows(request: ApprovalRecord, offset: number, limit?: number) {
  if (request.kind !== 'execution') return;
  for await (const rows of approvalPages(request, offset, limit)) {
    yield rows.map((row) => presentApprovalRow(request.payrollType, row));
  }
}
