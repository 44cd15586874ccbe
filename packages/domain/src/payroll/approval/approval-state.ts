import { AppError, actorName } from '@partnerdesk/contracts';
import { CounterModel, type Draft, EffectsBuilder } from '../../ledger';
import type { AuditEntry, By } from '../../platform';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';

/** @throws AppError not_found */
export const readApprovalOrThrow = (approvalID: number): Promise<ApprovalRecord> =>
  ApprovalModel.findById(approvalID)
    .lean<ApprovalRecord>()
    .orFail(() => new AppError('not_found', 'There is no such request'));

/** Sets what becomes of a request, as long as it is in the state in which it was read. */
export function changeApproval(
  builder: EffectsBuilder,
  { _id, state }: ApprovalRecord,
  set: Partial<ApprovalRecord>,
): void {
  builder.changes(ApprovalModel).push({ _id, from: { state }, set, mark: 'changedBy' });
}

/** A record of a request, unless the same one waits already. */
export async function planRequest(
  asked: Omit<ApprovalRecord, '_id' | 'state'>,
  note: string,
  by: By,
): Promise<Draft<ApprovalRecord>> {
  const waiting = await ApprovalModel.findOne({ state: 'waiting', hash: asked.hash }).lean<ApprovalRecord>();
  if (waiting) return { effects: undefined, note: '', result: waiting };
  const _id = ((await CounterModel.findById('approvalID').lean())?.value ?? 0) + 1;
  const builder = new EffectsBuilder();
  builder.count('approvalID', _id);
  const request: ApprovalRecord = { _id, state: 'waiting', ...asked };
  builder.inserts(ApprovalModel).push(request);
  return {
    effects: builder.build(),
    note: `request ${_id}: ${note}`,
    audits: [approvalAudit('approval.requested', request, by)],
    result: request,
  };
}

/** The line of the audit log for a request, or for what was decided about it. */
export function approvalAudit(
  action: 'approval.requested' | 'approval.approved' | 'approval.declined' | 'approval.expired',
  { _id, kind, rows, amountCents, hash, preparedBy, payFileID, personID, payrollType }: ApprovalRecord,
  by: By,
  reason?: string,
): AuditEntry {
  return {
    ...by,
    action,
    subject: { type: 'approval', id: _id },
    after: {
      kind,
      rows,
      cents: amountCents,
      hash,
      preparedBy: actorName(preparedBy),
      ...(payFileID !== undefined && { payFileID }),
      ...(personID !== undefined && { payrollType, personID }),
      ...(reason && { reason }),
    },
  };
}
