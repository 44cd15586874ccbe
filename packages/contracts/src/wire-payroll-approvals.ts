import type { PaymentType, PayrollType } from './codes';
import type { BusinessDay } from './days';
import type { PayrollPerson, PayrollRun } from './wire-payroll';

/** What a second person consents to. */
export type ApprovalKind = 'execution' | 'discarding' | 'adjustment';
/** approved: being executed; expired: what was prepared has changed before it was approved. */
export type ApprovalState = 'waiting' | 'approved' | 'executed' | 'declined' | 'expired';

/** A request for a second person; GET /payroll-approvals. Dollars. */
export interface PayrollApproval {
  approvalID: number;
  kind: ApprovalKind;
  payrollType: PayrollType;
  state: ApprovalState;
  /** Stands for what is shown; approving sends it back. */
  hash: string;
  preparedBy: string;
  /** The person who reads this prepared it, and can only take it back. */
  own: boolean;
  /** Instants, ISO 8601. */
  preparedAt: string;
  decidedBy?: string;
  decidedAt?: string;
  /** Why it was declined. */
  declinedFor?: string;
  /** Payments, and their sum. */
  rows: number;
  amount: number;
  /** Executions. */
  endDate?: BusinessDay;
  /** How many rows are of type Unknown, of payees never paid before, paid elsewhere than the last time, far from usual. */
  marked?: { unknown: number; newPayees: number; accountsChanged: number; unusual: number };
  /** Once it is executed: persons by outcome, and what was paid. */
  outcomes?: PayrollRun['outcomes'];
  paid?: number;
  /** Discardings. */
  payFileID?: number;
  /** Adjustments: whose balance, and why; `amount` below zero is taken off. */
  personID?: number;
  reason?: string;
  /** The entry that the adjustment takes back. */
  reverses?: string;
}

/** GET /payroll-approvals/{id}: as listed, and how many rows would not be paid as prepared any more. */
export interface PayrollApprovalDetails extends PayrollApproval {
  stale: number;
}

/** A row of GET /payroll-approvals/{id}/rows, those that differ from before first; dollars. */
export interface PayrollApprovalRow extends PayrollPerson {
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  amount: number;
  entries: number;
  paymentType: PaymentType;
  paymentInfo: string;
  /** Was never paid before. */
  isNew?: true;
  /** Is paid elsewhere than the last time. */
  accountChanged?: true;
  /** What this payee usually is paid; `unusual`: the amount is far from it. */
  usual?: number;
  unusual?: true;
}

/** POST /payroll-approvals/{id}: the second person's decision; the preparer declines to take it back. */
export interface ApprovalDecision {
  decision: 'approve' | 'decline';
  /** Needed to approve. */
  hash?: string;
  /** Needed to decline. */
  reason?: string;
}
