import type { PayFileFormat, PayrollType } from '@partnerdesk/contracts';
import { type Actor, plainModel } from '../platform';
import type { ExecuteItem, ExecuteOutcome } from './execute-payroll';
import type { PayrollRecord } from './payroll.models';

/** request: an execution that a second person has to approve first. */
export type PayrollRunKind = 'generate' | 'execute' | 'request' | 'report';
export type PayrollRunState = 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';

/** What a clerk asked the worker for, how far it is, and what came of it. */
export interface PayrollRunRecord {
  /** Also the id of its job. */
  _id: string;
  kind: PayrollRunKind;
  /** Present while it is waited for or under way: the same question then finds this run. */
  activeKey?: string;
  payrollType: PayrollType;
  startDate?: string;
  endDate: string;
  /** 0: everybody. */
  personID: number;
  state: PayrollRunState;
  done: number;
  total: number;
  /** Rows there are so far, and what they add up to. */
  rows: number;
  amountCents: number;
  /** Generations: rows whose account changed recently, those of them that 'all' leaves out, and their sum. */
  accountsChanged?: number;
  accountsHeld?: number;
  heldCents?: number;
  outcomes: Record<string, number>;
  cancelRequested: boolean;
  /** Executions and requests: whether its rows name the people to pay. */
  itemsReady: boolean;
  /** Executions that name nobody: the attempt that wrote down whom to pay; missing: those who asked. */
  itemsAttempt?: number;
  /** Requests: what waits for a second person; executions: what one has approved. */
  approvalID?: number;
  /** Executions and requests: pay files that are to be made of what is executed. */
  fileFormats?: PayFileFormat[];
  /** Counts up with each worker that takes it; an earlier one then stops. */
  attempt: number;
  requestedBy: Actor;
  createdAt: Date;
  finishedAt?: Date;
  /** Why it failed, for the clerk. */
  error?: string;
}

/** ROWS_PER_PAGE rows of a run. Executions: one for each person, with the outcome once there is one. */
export interface PayrollRunPage {
  /** pageIdOf. */
  _id: string;
  runID: string;
  /** Executions: every row has its outcome. */
  finished?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: rows of three kinds, see StoredRow
  rows: any[];
}

/** A person of an execution as stored: whom to pay, and what became of it. */
export interface ExecuteRow extends ExecuteItem {
  name: string;
  outcome?: ExecuteOutcome['outcome'];
  payrollID?: number;
  cents?: number;
  paymentType?: number;
  paymentInfo?: string;
  /** What the balance is now, when it changed. */
  now?: Record<string, unknown>;
  reason?: string;
}

/** What a row says of the payroll that paid it. */
export function paidBy(payroll: PayrollRecord) {
  const { _id: payrollID, startPeriod, endPeriod, amountCents: cents, paymentType, paymentInfo } = payroll;
  return { payrollID, startPeriod, endPeriod, cents, paymentType, paymentInfo };
}

/** Rows of one document: few documents for 50,000 rows, and one step of an execution each. */
export const ROWS_PER_PAGE = 100;

export const PayrollRunModel = plainModel<PayrollRunRecord>('PayrollRun', 'payrollRuns', String, [
  [{ activeKey: 1 }, { unique: true, partialFilterExpression: { activeKey: { $exists: true } } }],
  [{ payrollType: 1, createdAt: -1 }],
]);
export const PayrollRunPageModel = plainModel<PayrollRunPage>('PayrollRunPage', 'payrollRunPages', String, [
  [{ runID: 1 }],
  // Somebody's rows, for what is exported and erased of them.
  [{ 'rows.personID': 1 }],
]);

/** Whether a run is completed, failed or cancelled; it stays so. */
export function hasEnded({ state }: Pick<PayrollRunRecord, 'state'>): boolean {
  return state !== 'waiting' && state !== 'active';
}

/**
 * Whether a run requested nothing, since everybody whom it names is paid already: its rows are those payments, as an
 * execution's are (docs/RULES.md, Payroll with two people).
 */
export function isPaidAlready({ kind, state, approvalID }: PayrollRunRecord): boolean {
  return kind === 'request' && state === 'completed' && approvalID === undefined;
}

/** Id of a page; sorts by attempt, of up to 99, and page within the run. Input pages of executions belong to no attempt. */
export function pageIdOf(runID: string, attempt: number, page: number): string {
  // Ids are texts, in which 10 lies before 9.
  const order = attempt < 10 ? attempt : `a${attempt}`;
  return `${runID}|${order}|${String(page).padStart(6, '0')}`;
}

/** The attempt whose pages hold a run's rows. */
export function rowsAttemptOf(run: Pick<PayrollRunRecord, 'kind' | 'attempt' | 'itemsAttempt'>): number {
  return run.kind === 'execute' ? (run.itemsAttempt ?? 0) : run.attempt;
}
