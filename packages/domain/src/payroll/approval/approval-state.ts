import { AppError, actorName } from '@partnerdesk/contracts';
import { CounterModel, catchUpLedger, type Draft, EffectsBuilder } from '../../ledger';
import type { AuditEntry, By } from '../../platform';
import { ApprovalModel, type ApprovalRecord, type RequestRow } from '../approval.model';
import { hashItems, planExecution } from '../execute-payroll';
import { stateConflict } from '../pay-files/pay-file.models';
import { findPage, pageIdOf, ROWS_PER_PAGE } from '../payroll-runs';

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
  asked: Omit<ApprovalRecord, '_id' | 'state' | 'preparedBy'>,
  note: string,
  by: By,
): Promise<Draft<ApprovalRecord>> {
  const waiting = await ApprovalModel.findOne({ state: 'waiting', hash: asked.hash }).lean<ApprovalRecord>();
  if (waiting) return { effects: undefined, note: '', result: waiting };
  const _id = ((await CounterModel.findById('approvalID').lean())?.value ?? 0) + 1;
  const builder = new EffectsBuilder();
  builder.count('approvalID', _id);
  const request: ApprovalRecord = { _id, state: 'waiting', preparedBy: by.actor, ...asked };
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
  { _id, kind, rows, amountCents: cents, hash, preparedBy, payFileID, personID, payrollType }: ApprovalRecord,
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
      cents,
      hash,
      preparedBy: actorName(preparedBy),
      ...(payFileID !== undefined && { payFileID }),
      ...(personID !== undefined && { payrollType, personID }),
      ...(reason && { reason }),
    },
  };
}

const DECIDED_SHOWN = 20;

/** Every request that waits, and the latest of the others; newest first. */
export async function listApprovals(): Promise<ApprovalRecord[]> {
  await catchUpLedger();
  const [waiting, decided] = await Promise.all([
    ApprovalModel.find({ state: 'waiting' }).lean<ApprovalRecord[]>(),
    ApprovalModel.find({ state: { $ne: 'waiting' } })
      .sort({ _id: -1 })
      .limit(DECIDED_SHOWN)
      .lean<ApprovalRecord[]>(),
  ]);
  return [...waiting, ...decided].sort((a, b) => b._id - a._id);
}

/** @throws AppError not_found */
export async function findApprovalOrThrow(approvalID: number): Promise<ApprovalRecord> {
  await catchUpLedger();
  return readApprovalOrThrow(approvalID);
}

/** The requests to discard these files that wait, by payFileID. */
export async function waitingDiscards(payFileIDs: readonly number[]): Promise<Map<number, number>> {
  const wanted = { state: 'waiting', kind: 'discarding', payFileID: { $in: payFileIDs } } as const;
  const waiting = await ApprovalModel.find(wanted).lean<ApprovalRecord[]>();
  return new Map(waiting.map(({ payFileID = 0, _id }) => [payFileID, _id]));
}

/** Rows of a requested execution from `offset` on. @throws AppError conflict when they are not those of its hash */
export async function* approvalPages(
  request: ApprovalRecord,
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<RequestRow[]> {
  const { runID = '', attempt = 0, pageHashes = [] } = request;
  const end = Math.min(request.rows, offset + limit);
  for (let number = Math.floor(offset / ROWS_PER_PAGE); number * ROWS_PER_PAGE < end; number += 1) {
    const page = await findPage<RequestRow>(pageIdOf(runID, attempt, number));
    const rows = page?.rows ?? [];
    if (hashItems(rows) !== pageHashes[number])
      throw stateConflict(request, 'The rows of this request are not those that were prepared');
    const first = number * ROWS_PER_PAGE;
    yield rows.slice(Math.max(0, offset - first), end - first);
  }
}

/** How many rows of a requested execution would not be paid as they were prepared, if it were executed now. */
export async function staleRows(request: ApprovalRecord): Promise<number> {
  const { payrollType, endDate = '', preparedBy: by } = request;
  let stale = 0;
  for await (const rows of approvalPages(request)) {
    // They were prepared although an account had changed recently: that it did is among what is shown.
    const items = rows.map((row) => ({ ...row, chosen: true }));
    const planned = await planExecution({ payrollType, endDate, by }, items, new Date());
    stale += planned.filter(({ outcome }) => outcome !== 'executed').length;
  }
  return stale;
}
