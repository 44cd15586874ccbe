import { appendToJournal, catchUpLedger, EffectsBuilder } from '../../ledger';
import { ignoreDuplicates } from '../../platform';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';
import {
  PayrollRunModel,
  PayrollRunPageModel,
  type PayrollRunRecord,
  pageIdOf,
  ROWS_PER_PAGE,
} from '../payroll-run.model';
import { findRun, findRunOrThrow } from '../payroll-runs';
import { changeApproval } from './approval-state';
import { approvalPages } from './find-approvals';

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
    const items = page.map(({ personID, fingerprint, account, startPeriod, endPeriod }) => ({
      personID,
      fingerprint,
      account,
      startPeriod,
      endPeriod,
      chosen: true,
    }));
    // Only where there is none: another process may have begun to execute it.
    const stored = { _id: pageIdOf(_id, 0, first / ROWS_PER_PAGE), runID: _id, rows: items };
    await ignoreDuplicates(PayrollRunPageModel.collection.insertOne(stored as never));
    first += page.length;
  }
  // Kept for good, as everything that a request needs.
  const fileFormats = request.runID === undefined ? undefined : (await findRun(request.runID))?.fileFormats;
  const run: PayrollRunRecord = {
    _id,
    kind: 'execute',
    activeKey: _id,
    approvalID,
    payrollType,
    endDate,
    personID: 0,
    state: 'waiting',
    done: 0,
    total: rows,
    rows,
    amountCents: 0,
    outcomes: {},
    cancelRequested: false,
    itemsReady: true,
    ...(fileFormats && { fileFormats }),
    attempt: 0,
    requestedBy: preparedBy,
    createdAt: new Date(),
  };
  await ignoreDuplicates(PayrollRunModel.collection.insertOne(run as never));
  return findRunOrThrow(_id);
}

/** Notes on an approved request what its execution came to. Done once; again it changes nothing. */
export function noteExecution(approvalID: number, run: PayrollRunRecord): Promise<void> {
  return appendToJournal(async () => {
    const request = await ApprovalModel.findById(approvalID).lean<ApprovalRecord>();
    if (request?.state !== 'approved') return { effects: undefined, note: '', result: undefined };
    const builder = new EffectsBuilder();
    const { outcomes, amountCents: paidCents } = run;
    changeApproval(builder, request, { state: 'executed', outcomes, paidCents });
    return { effects: builder.build(), note: `request ${approvalID}: executed`, result: undefined };
  });
}
