import { catchUpLedger } from '../../ledger';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';
import { hashItems } from '../approved-items';
import { planExecution } from '../execute-payroll';
import { stateConflict } from '../pay-files/pay-file-state';
import { PayrollRunPageModel, pageIdOf, ROWS_PER_PAGE } from '../payroll-run.model';
import { readApprovalOrThrow } from './approval-state';
import type { RequestRow } from './request-rows';

/** Requests that are decided and shown beside those that wait. */
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

/** The request to discard this file that waits; undefined: there is none. */
export async function waitingDiscards(payFileIDs: readonly number[]): Promise<Map<number, number>> {
  const waiting = await ApprovalModel.find({ state: 'waiting', kind: 'discarding' }).lean<ApprovalRecord[]>();
  const asked = new Set(payFileIDs);
  return new Map(
    waiting.flatMap(({ payFileID, _id }) =>
      payFileID !== undefined && asked.has(payFileID) ? [[payFileID, _id] as const] : [],
    ),
  );
}

/**
 * The rows of a requested execution from `offset` on, in pages: those that its hash stands for.
 * @throws AppError conflict when stored rows are not those any more
 */
export async function* approvalPages(
  request: ApprovalRecord,
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<RequestRow[]> {
  const { runID = '', attempt = 0, pageHashes = [] } = request;
  const end = Math.min(request.rows, offset + limit);
  for (let number = Math.floor(offset / ROWS_PER_PAGE); number * ROWS_PER_PAGE < end; number += 1) {
    const page = await PayrollRunPageModel.findById(pageIdOf(runID, attempt, number)).lean<{
      rows: RequestRow[];
    }>();
    const rows = page?.rows ?? [];
    if (hashItems(rows) !== pageHashes[number]) {
      throw stateConflict(request, 'The rows of this request are not those that were prepared');
    }
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
