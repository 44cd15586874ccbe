import {
  AppError,
  actorName,
  approvalCall,
  approvalRowsCall,
  approvalsCall,
  decideApprovalCall,
  dollarsOf,
  type PaymentType,
  type PayrollApproval,
  type PayrollApprovalRow,
  type PayrollType,
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
  type Principal,
  type RequestRow,
  staleRows,
} from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import { allowOrThrow, mustHave } from '../../middleware/policy';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';
import { presentPerson } from './payroll.presenter';
import { answerPages } from './payroll-runs.routes';

/** What waits for a second person, and their decisions (docs/RULES.md, Payroll with two people). */
export const addApprovalRoutes: AddRoutes = ({ handle }, { queues }) => {
  handle(approvalsCall, async ({ principal: reader }) => {
    return (await listApprovals()).map((request) => presentApproval(request, reader));
  });

  handle(approvalCall, async ({ params, principal }) => {
    const request = await requestOf(params.id);
    const isOpen = request.state === 'waiting' && request.kind === 'execution';
    return {
      ...presentApproval(request, principal),
      stale: isOpen ? await staleRows(request) : 0,
    };
  });

  handle(approvalRowsCall, async ({ ctx, params, query: { offset, limit } }) => {
    const request = await requestOf(params.id);
    ctx.set('X-Total-Count', String(request.rows));
    return answerPages(ctx, presentedRows(request, offset, limit));
  });

  handle(decideApprovalCall, async ({ params, body, principal, by }) => {
    const { decision, hash = '', reason = '' } = body;
    const request = await requestOf(params.id);
    if (decision === 'decline') {
      if (!isPreparer(request, principal)) allowOrThrow(principal, mustHave('payroll.approve'));
      return presentApproval(await declineRequest(request._id, reason, by), principal);
    }
    allowOrThrow(principal, mustHave('payroll.approve'));
    const approved = await approveRequest(request._id, hash, by);
    if (approved.state === 'approved') {
      const { _id: runID } = await openApprovedRun(approved);
      await enqueue(queues.payroll, 'payroll-run', { runID });
    }
    return presentApproval(approved, principal);
  });
};

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

/** @param reader who asks: whether they prepared it is in the answer */
export function presentApproval(request: ApprovalRecord, reader: Principal): PayrollApproval {
  const { decidedBy, decidedAt, declinedFor, endDate, marked, outcomes, paidCents, payFileID } = request;
  const { personID, reason, reverses } = request;
  return {
    approvalID: request._id,
    ...pick(request, 'kind', 'payrollType', 'state', 'hash'),
    preparedBy: actorName(request.preparedBy),
    own: isPreparer(request, reader),
    preparedAt: request.preparedAt.toISOString(),
    rows: request.rows,
    amount: dollarsOf(request.amountCents),
    ...(decidedBy && { decidedBy: actorName(decidedBy) }),
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(declinedFor && { declinedFor }),
    ...(endDate && { endDate }),
    ...(marked && { marked }),
    ...(outcomes && { outcomes }),
    ...(paidCents !== undefined && { paid: dollarsOf(paidCents) }),
    ...(payFileID !== undefined && { payFileID }),
    ...(personID !== undefined && { personID, reason: reason ?? '' }),
    ...(reverses !== undefined && { reverses }),
  };
}

function presentApprovalRow(payrollType: PayrollType, row: RequestRow): PayrollApprovalRow {
  const { startPeriod, endPeriod, cents, entries, paymentType, paymentInfo, usualCents } = row;
  return {
    ...presentPerson(payrollType, row),
    startPeriod,
    endPeriod,
    amount: dollarsOf(cents),
    entries,
    paymentType: paymentType as PaymentType,
    paymentInfo,
    ...(row.isNew && { isNew: true }),
    ...(row.accountChanged && { accountChanged: true }),
    ...(usualCents !== undefined && { usual: dollarsOf(usualCents) }),
    ...(row.unusual && { unusual: true }),
  };
}
