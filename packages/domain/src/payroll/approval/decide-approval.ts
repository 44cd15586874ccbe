import { AppError } from '@partnerdesk/contracts';
import { appendToJournal, catchUpLedger, EffectsBuilder } from '../../ledger';
import type { AuditEntry, By } from '../../platform';
import type { ApprovalRecord } from '../approval.model';
import { readPayFileOrThrow, stateConflict } from '../pay-files/pay-file-state';
import { planApprovedAdjustment } from './adjust-within-limit';
import { approvalAudit, changeApproval, readApprovalOrThrow } from './approval-state';
import { hashPayFile, planDiscard } from './discard-pay-file';
import { staleRows } from './find-approvals';

const EXPIRED = 'What was prepared has changed since: nothing was done, it has to be prepared again';

/**
 * A second person's consent to what they were shown: a discarding or an adjustment is done by it, an execution may begin. If what was
 * prepared does not hold any more, the request expires instead.
 * @param hash stands for what the person was shown
 * @throws AppError not_found, forbidden for who prepared it, conflict (not waiting, other rows, or expired; `state` in
 *   the details)
 */
export async function approveRequest(approvalID: number, hash: string, by: By): Promise<ApprovalRecord> {
  await catchUpLedger();
  const shown = await readApprovalOrThrow(approvalID);
  checkDecidable(shown, hash, by);
  // Thousands of rows are no business of a turn at the journal: each step of the execution looks at its own again.
  const isStale = shown.kind === 'execution' && (await staleRows(shown)) > 0;
  const decided = await appendToJournal(async ({ at: decidedAt }) => {
    const request = await readApprovalOrThrow(approvalID);
    checkDecidable(request, hash, by);
    const builder = new EffectsBuilder();
    const audits: AuditEntry[] = [];
    const state = isStale ? 'expired' : await consentTo(request, builder, audits, { ...by, at: decidedAt });
    const set = { state, decidedAt, decidedBy: by.actor };
    changeApproval(builder, request, set);
    const action = state === 'expired' ? 'approval.expired' : 'approval.approved';
    audits.unshift(approvalAudit(action, request, by));
    return {
      effects: builder.build(),
      note: `request ${approvalID}: ${state}`,
      audits,
      result: { ...request, ...set },
    };
  });
  if (decided.state === 'expired') throw stateConflict(decided, EXPIRED);
  return decided;
}

/** What the consent makes of a request. A discarding or an adjustment is done in the same record. */
async function consentTo(
  request: ApprovalRecord,
  builder: EffectsBuilder,
  audits: AuditEntry[],
  { at, ...by }: By & { at: Date },
): Promise<ApprovalRecord['state']> {
  const { kind, payFileID = 0, hash, reason = '', preparedBy } = request;
  if (kind === 'execution') return 'approved';
  if (kind === 'adjustment') {
    const line = await planApprovedAdjustment(builder, request, at, by);
    if (line) audits.push(line);
    return line ? 'executed' : 'expired';
  }
  const file = await readPayFileOrThrow(payFileID);
  if (file.state !== 'downloaded' || hashPayFile(file) !== hash) return 'expired';
  const line = planDiscard(builder, file, at, by, reason);
  audits.push({ ...line, after: { ...line.after, preparedBy: preparedBy.emailAddress } });
  return 'executed';
}

/** @throws AppError conflict */
function checkWaiting(request: ApprovalRecord): void {
  if (request.state !== 'waiting') throw stateConflict(request, `This request is ${request.state} by now`);
}

/** @throws AppError forbidden, conflict */
function checkDecidable(request: ApprovalRecord, hash: string, { actor }: By): void {
  checkWaiting(request);
  if (isPreparer(request, actor)) throw new AppError('forbidden', 'Who prepared it can’t approve it');
  if (request.hash !== hash) throw stateConflict(request, 'This is not what you were shown');
}

export const isPreparer = ({ preparedBy }: ApprovalRecord, actor: By['actor']): boolean =>
  preparedBy.kind === actor.kind && preparedBy.id === actor.id;

/**
 * Declines a request, or takes it back if one prepared it oneself; nothing is paid by it.
 * @throws AppError not_found, conflict (not waiting; `state` in the details)
 */
export function declineRequest(approvalID: number, reason: string, by: By): Promise<ApprovalRecord> {
  return appendToJournal(async ({ at: decidedAt }) => {
    const request = await readApprovalOrThrow(approvalID);
    checkWaiting(request);
    const builder = new EffectsBuilder();
    const set = { state: 'declined' as const, decidedAt, decidedBy: by.actor, declinedFor: reason };
    changeApproval(builder, request, set);
    return {
      effects: builder.build(),
      note: `request ${approvalID}: declined`,
      audits: [approvalAudit('approval.declined', request, by, reason)],
      result: { ...request, ...set },
    };
  });
}
