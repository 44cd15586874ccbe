import { hash as digest } from 'node:crypto';
import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { appendToJournal, catchUpLedger } from '../../ledger';
import { slicesOf } from '../../platform';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';
import { hashItems } from '../approved-items';
import { type ExecuteItem, planExecution } from '../execute-payroll';
import {
  type ExecuteRow,
  PayrollRunPageModel,
  type PayrollRunRecord,
  pageIdOf,
  paidBy,
  ROWS_PER_PAGE,
} from '../payroll-run.model';
import { writeRows } from '../payroll-runs';
import { openItems } from '../preview-execution';
import { planRequest } from './approval-state';
import { markedFirst, marksOf, type PlannedPayroll, type RequestRow, requestRows } from './request-rows';

/** People whose rows are worked out in one step. */
const STEP = 500;

/** Saves how far a run is. @throws what ends the run, once it is another worker's or its cancellation was requested */
export type SaveRun = (set: Partial<PayrollRunRecord>) => Promise<void>;

/**
 * Writes down what an execution would pay now, row by row, and requests a second person's consent to exactly that. Safe
 * to repeat: a run has one request, and the same rows that wait already are that request. Where everybody is paid
 * already, nothing is requested and the rows are those payments (isPaidAlready).
 * @throws AppError conflict when nothing of what was asked for can be paid
 */
export async function requestExecution(run: PayrollRunRecord, save: SaveRun): Promise<void> {
  await catchUpLedger();
  const existing = await ApprovalModel.findOne({ runID: run._id }).lean<ApprovalRecord>();
  const rows = existing ? [] : await writeRequestRows(run, save);
  if (!existing && rows.length === 0) return;
  const request = existing ?? (await appendRequest(run, rows));
  await save({ approvalID: request._id });
  const { runID, attempt = 0 } = request;
  if (runID !== run._id) return;
  // What the run was asked for, and the rows of attempts that came to nothing.
  const others = [{ $lt: pageIdOf(runID, attempt, 0) }, { $gte: pageIdOf(runID, attempt + 1, 0) }];
  for (const _id of others) await PayrollRunPageModel.deleteMany({ runID, _id });
}

/** @returns what is requested; nothing: everybody is paid already */
async function writeRequestRows(run: PayrollRunRecord, save: SaveRun): Promise<RequestRow[]> {
  const { payrollType, endDate, requestedBy: by } = run;
  const items = await itemsOf(run);
  const rows: RequestRow[] = [];
  const already: ExecuteRow[] = [];
  const outcomes: Record<string, number> = {};
  let done = 0;
  for (const step of slicesOf(items, STEP)) {
    const planned: PlannedPayroll[] = [];
    for (const each of await planExecution({ payrollType, endDate, by }, step, new Date())) {
      if (each.outcome === 'executed') planned.push(each);
      else outcomes[each.outcome] = (outcomes[each.outcome] ?? 0) + 1;
      if (each.outcome === 'already') {
        const { personID, outcome, payroll } = each;
        already.push({ personID, name: payroll.name, outcome, ...paidBy(payroll) });
      }
    }
    rows.push(...(await requestRows(planned, endDate)));
    done += step.length;
    await save({ done, total: items.length, outcomes });
  }
  if (already.length > 0 && already.length === items.length) {
    await writeRows(run._id, run.attempt, 0, already);
    await save({ rows: already.length });
    return [];
  }
  if (rows.length === 0) {
    throw new AppError(
      'conflict',
      outcomes.changed ? 'All of it has changed since it was reviewed' : MESSAGE.noPayrollData,
    );
  }
  const sorted = markedFirst(rows);
  await writeRows(run._id, run.attempt, 0, sorted);
  await save({ rows: rows.length, amountCents: sumOf(rows) });
  return sorted;
}

/** Whom the run names, or everybody with an open payout. */
async function itemsOf(run: PayrollRunRecord): Promise<ExecuteItem[]> {
  if (!run.itemsReady) return openItems(run);
  const items: ExecuteItem[] = [];
  for (let number = 0; ; number += 1) {
    const page = await PayrollRunPageModel.findById(pageIdOf(run._id, 0, number)).lean<{
      rows: ExecuteItem[];
    }>();
    if (!page) return items;
    items.push(...page.rows);
  }
}

function appendRequest(run: PayrollRunRecord, rows: readonly RequestRow[]): Promise<ApprovalRecord> {
  const { _id: runID, attempt, payrollType, endDate, requestedBy: preparedBy } = run;
  const pageHashes = [...slicesOf(rows, ROWS_PER_PAGE)].map(hashItems);
  const hash = digest('sha256', [payrollType, endDate, ...pageHashes].join('|'), 'base64url');
  return appendToJournal(async ({ at: preparedAt }) => {
    const existing = await ApprovalModel.findOne({ runID }).lean<ApprovalRecord>();
    if (existing) return { effects: undefined, note: '', result: existing };
    const asked = {
      kind: 'execution' as const,
      payrollType,
      hash,
      preparedBy,
      preparedAt,
      rows: rows.length,
      amountCents: sumOf(rows),
      endDate,
      runID,
      attempt,
      pageHashes,
      marked: marksOf(rows),
    };
    const note = `execution of ${rows.length}`;
    return planRequest(asked, note, { actor: preparedBy });
  });
}

const sumOf = (rows: readonly RequestRow[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
