import type { ApprovalKind, ApprovalState, BusinessDay, PayrollType } from '@partnerdesk/contracts';
import { type Actor, plainModel } from '../platform';

/**
 * A request that a second person approves or declines: an execution, the discarding of a pay file that may have been
 * sent, or an adjustment beyond what one person may make alone. Each step of its life is decided by a journal record (docs/RULES.md, Payroll with two people).
 */
export interface ApprovalRecord {
  /** approvalID. */
  _id: number;
  kind: ApprovalKind;
  payrollType: PayrollType;
  state: ApprovalState;
  /** Stands for everything that the second person is shown and consents to. */
  hash: string;
  preparedBy: Actor;
  preparedAt: Date;
  /** Payments or adjustments, and what they add up to. */
  rows: number;
  amountCents: number;
  decidedBy?: Actor;
  decidedAt?: Date;
  declinedFor?: string;
  /** Of a discarding or an adjustment: what the first person typed. */
  reason?: string;
  /** Executions. */
  endDate?: BusinessDay;
  /** The run, and the attempt of it, whose pages are the rows; the hash of each page. */
  runID?: string;
  attempt?: number;
  pageHashes?: string[];
  /** How many rows are marked so. */
  marked?: ApprovalMarks;
  /** Once it is executed: how many persons by outcome, and what was paid. */
  outcomes?: Record<string, number>;
  paidCents?: number;
  /** Discardings: the file. */
  payFileID?: number;
  /** Adjustments: whose balance, its id, and of a reversal the entry that it takes back. */
  personID?: number;
  adjustmentID?: string;
  reverses?: string;
  /** Journal record that changed it last. */
  changedBy?: number;
}

/** Rows of an execution that a second person should look at. */
export interface ApprovalMarks {
  unknown: number;
  newPayees: number;
  accountsChanged: number;
  unusual: number;
}

export const ApprovalModel = plainModel<ApprovalRecord>('Approval', 'approvals', Number, [
  [{ state: 1, _id: -1 }],
  [{ runID: 1 }],
]);
