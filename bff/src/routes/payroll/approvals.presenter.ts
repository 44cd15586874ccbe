import {
  actorName,
  dollarsOf,
  type PaymentType,
  type PayrollApproval,
  type PayrollApprovalRow,
  type PayrollType,
} from '@partnerdesk/contracts';
import { type ApprovalRecord, isPreparer, type Principal, type RequestRow } from '@partnerdesk/domain';
import { pick } from '../pick';
import { presentPerson } from './payroll.presenter';

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

export function presentApprovalRow(payrollType: PayrollType, row: RequestRow): PayrollApprovalRow {
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
