import type { ApprovalKind, ApprovalState, BusinessDay, PayrollType } from '@partnerdesk/contracts';
import { type Actor, plainModel } from '../platform';
import type { ReportRow } from './generate-payroll';

/** What a second person approves or declines (docs/RULES.md, Payroll with two people). */
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
  /** How many rows are marked so, which a second person should look at. */
  marked?: Record<'unknown' | 'newPayees' | 'accountsChanged' | 'unusual', number>;
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

/** A row of a requested execution as it is stored and shown: what will be paid, and what differs from before. */
export interface RequestRow
  extends Omit<ReportRow, '_id' | 'kind' | 'amountCents' | 'createdAt' | 'createdBy'> {
  cents: number;
  fingerprint: string;
  account: string;
  /** Was never paid before. */
  isNew?: true;
  /** Is paid elsewhere than the last time. */
  accountChanged?: true;
  /** Average payment of the last USUAL_DAYS (cents), where there are enough to compare with. */
  usualCents?: number;
  /** Is far from that. */
  unusual?: true;
}

export const ApprovalModel = plainModel<ApprovalRecord>('Approval', 'approvals', Number, [
  [{ state: 1, _id: -1 }],
  [{ runID: 1 }],
]);
