import { AppError } from '@partnerdesk/contracts';
import { appendToJournal, catchUpLedger, type Draft, EffectsBuilder } from '../../ledger';
import { type AuditEntry, type By, ignoreDuplicates } from '../../platform';
import { ApprovalModel, type ApprovalRecord, type RequestRow } from '../approval.model';
import { hashItems, planExecution } from '../execute-payroll';
import { readPayFileOrThrow, stateConflict } from '../pay-files/pay-file.models';
import {
  findPage,
  findRun,
  findRunOrThrow,
  newRun,
  PayrollRunModel,
  PayrollRunPageModel,
  type PayrollRunRecord,
  pageIdOf,
  ROWS_PER_PAGE,
} from '../payroll-runs';
import { approvalAudit, hashPayFile, planApprovedAdjustment, planDiscard } from './requests';

/** @throws AppError not_found */
const readApprovalOrThrow = (approvalID: number): Promise<ApprovalRecord> =>
  ApprovalModel.findById(approvalID)
    .lean<ApprovalRecord>()
    .orFail(() => new AppError('not_found', 'There is no such request'));

/** @throws AppError not_found */
export async function findApprovalOrThrow(approvalID: number): Promise<ApprovalRecord> {
  await catchUpLedger();
  return readApprovalOrThrow(approvalID);
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

const EXPIRED = 'What was prepared has changed since: nothing was done, it has to be prepared again';

/**
 * A second person's consent to what they were shown: a discarding or an adjustment is done by it, an execution may begin.
 * If what was prepared does not hold any more, the request expires instead. @param hash of what was shown
 * @throws AppError not_found, forbidden for who prepared it, conflict (not waiting, other rows, or expired)
 */
export async function approveRequest(approvalID: number, hash: string, by: By): Promise<ApprovalRecord> {
  const shown = await findApprovalOrThrow(approvalID);
  checkDecidable(shown, hash, by);
  // Thousands of rows are no business of a turn at the journal: each step of the execution looks at its own again.
  const isStale = shown.kind === 'execution' && (await staleRows(shown)) > 0;
  const result = await appendToJournal(async ({ at: decidedAt }) => {
    const request = await readApprovalOrThrow(approvalID);
    checkDecidable(request, hash, by);
    const builder = new EffectsBuilder();
    const isExecution = request.kind === 'execution';
    const line = isExecution ? undefined : await planConsented(builder, request, decidedAt, by);
    const isExpired = isExecution ? isStale : !line;
    const audits = [approvalAudit(isExpired ? 'approval.expired' : 'approval.approved', request, by)];
    const preparedBy = request.preparedBy.emailAddress;
    if (line) audits.push({ ...line, ...by, after: { ...line.after, preparedBy } });
    const state = isExpired ? 'expired' : isExecution ? 'approved' : 'executed';
    return decided(builder, request, { state, decidedAt, decidedBy: by.actor }, audits);
  });
  if (result.state === 'expired') throw stateConflict(result, EXPIRED);
  return result;
}

function decided(
  builder: EffectsBuilder,
  request: ApprovalRecord,
  set: Partial<ApprovalRecord>,
  audits?: AuditEntry[],
): Draft<ApprovalRecord> {
  const { _id, state } = request;
  builder.changes(ApprovalModel).push({ _id, from: { state }, set, mark: 'changedBy' });
  const note = `request ${_id}: ${set.state}`;
  return { effects: builder.build(), note, audits, result: { ...request, ...set } };
}

/** Does what a request asks for, in the same record. @returns its line of the audit log; undefined: it can't be done now */
async function planConsented(
  builder: EffectsBuilder,
  request: ApprovalRecord,
  at: Date,
  by: By,
): Promise<AuditEntry | undefined> {
  const { kind, payFileID = 0, hash, reason = '' } = request;
  if (kind === 'adjustment') return planApprovedAdjustment(builder, request, at);
  const file = await readPayFileOrThrow(payFileID);
  const isSame = file.state === 'downloaded' && hashPayFile(file) === hash;
  return isSame ? planDiscard(builder, file, at, by, reason) : undefined;
}

function checkWaiting(request: ApprovalRecord): void {
  if (request.state !== 'waiting') throw stateConflict(request, `This request is ${request.state} by now`);
}

function checkDecidable(request: ApprovalRecord, hash: string, { actor }: By): void {
  checkWaiting(request);
  if (isPreparer(request, actor)) throw new AppError('forbidden', 'Who prepared it can’t approve it');
  if (request.hash !== hash) throw stateConflict(request, 'This is not what you were shown');
}

export const isPreparer = ({ preparedBy }: ApprovalRecord, actor: By['actor']): boolean =>
  preparedBy.kind === actor.kind && preparedBy.id === actor.id;

/** Declines a request, or takes it back; nothing is paid by it. @throws AppError not_found, conflict (not waiting) */
export function declineRequest(approvalID: number, reason: string, by: By): Promise<ApprovalRecord> {
  return appendToJournal(async ({ at: decidedAt }) => {
    const request = await readApprovalOrThrow(approvalID);
    checkWaiting(request);
    const set = { state: 'declined' as const, decidedAt, decidedBy: by.actor, declinedFor: reason };
    const audits = [approvalAudit('approval.declined', request, by, reason)];
    return decided(new EffectsBuilder(), request, set, audits);
  });
}

/** Approved executions that are not executed yet. */
export async function approvedExecutions(): Promise<ApprovalRecord[]> {
  await catchUpLedger();
  return ApprovalModel.find({ state: 'approved' }).lean<ApprovalRecord[]>();
}

/** The run that executes an approved request; stored if it is not there yet. Safe to repeat and to race with itself. */
export async function openApprovedRun(request: ApprovalRecord): Promise<PayrollRunRecord> {
  const { _id: approvalID, payrollType, endDate = '', rows, preparedBy } = request;
  const _id = `payroll-run.execute.approved.${approvalID}`;
  const existing = await findRun(_id);
  if (existing) return existing;
  let first = 0;
  for await (const page of approvalPages(request)) {
    const items = page.map(({ personID, fingerprint, account, startPeriod, endPeriod }) => {
      return { personID, fingerprint, account, startPeriod, endPeriod, chosen: true };
    });
    // Only where there is none: another process may have begun to execute it.
    const stored = { _id: pageIdOf(_id, 0, first / ROWS_PER_PAGE), runID: _id, rows: items };
    await ignoreDuplicates(PayrollRunPageModel.collection.insertOne(stored as never));
    first += page.length;
  }
  // Kept for good, as everything that a request needs.
  const { fileFormats, origin } = (await findRun(request.runID ?? '')) ?? {};
  const run = newRun({
    _id,
    kind: 'execute',
    activeKey: _id,
    approvalID,
    payrollType,
    endDate,
    personID: 0,
    rows,
    itemsReady: true,
    ...(fileFormats && { fileFormats }),
    requestedBy: preparedBy,
    ...(origin && { origin }),
  });
  await ignoreDuplicates(PayrollRunModel.collection.insertOne(run as never));
  return findRunOrThrow(_id);
}

/** Notes on an approved request what its execution came to. Done once; again it changes nothing. */
export async function noteExecution(approvalID: number, run: PayrollRunRecord): Promise<void> {
  await appendToJournal<ApprovalRecord | null>(async () => {
    const request = await ApprovalModel.findById(approvalID).lean<ApprovalRecord>();
    if (request?.state !== 'approved') return { effects: undefined, note: '', result: request };
    const { outcomes, amountCents: paidCents } = run;
    return decided(new EffectsBuilder(), request, { state: 'executed', outcomes, paidCents });
  });
}
