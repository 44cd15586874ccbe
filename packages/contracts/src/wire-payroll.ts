import type { PaymentType, PayrollType } from './codes';
import type { BusinessDay } from './days';
import type { PayrollRow } from './wire';

/** Whose row it is: affID and affName, or staffID and staffName (docs/PRODUCT.md §3). */
export interface PayrollPerson {
  affID?: number;
  affName?: string;
  staffID?: number;
  staffName?: string;
}

/** What became of a payment: executed only, marked paid, or returned by the bank and its amount open again. */
export type PaymentState = 'executed' | 'paid' | 'returned';

/** A row of GET /generate-payroll-report, by payrollID; dollars. */
export interface PayrollReportRow extends PayrollPerson {
  payrollID: number;
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  amount: number;
  paymentType: PaymentType;
  /** A PayPal id or the last digits of an account; empty when there was neither. */
  paymentInfo: string;
  /** Instant, ISO 8601. */
  dateCreated: string;
  commission: number;
  /** How many ledger entries the amount adds up. */
  entries: number;
  createdBy: string;
  state: PaymentState;
  /** Who marked it last and when (ISO 8601), and why. */
  markedBy?: string;
  markedAt?: string;
  reason?: string;
  /** The pay file that it is in. */
  payFileID?: number;
}

/** What became of one person of an execution (docs/RULES.md, Payroll "Execute"). */
export interface ExecuteOutcomeRow extends PayrollPerson {
  /**
   * executed; already: the same person and end date were executed before, this is that record; nothing: no payout
   * above zero; changed: not the reviewed figure or account any more, `now` is the new one and nothing was paid; held:
   * the account changed lately and the row was not chosen by itself; failed: `reason` says why; missing while it has
   * not come to this person.
   */
  outcome?: 'executed' | 'already' | 'nothing' | 'changed' | 'held' | 'failed';
  payrollID?: number;
  startPeriod?: BusinessDay;
  endPeriod?: BusinessDay;
  /** Dollars. */
  amount?: number;
  paymentType?: PaymentType;
  paymentInfo?: string;
  now?: PayrollRow;
  reason?: string;
}

/** POST /execute-payroll's body: what was reviewed. Without either: every row, or the person of the query. */
export interface ExecutePayrollRequest {
  rows?: { id: number; fingerprint?: string }[];
  /** All rows of a generated run but these. */
  run?: string;
  except?: number[];
}

/** POST /payroll-preview, sent as POST /execute-payroll: what that would pay now; dollars. */
export interface ExecutionPreview {
  persons: number;
  amount: number;
  /** Of them: of payment type Unknown, and with an account that changed lately. */
  unknown: number;
  accountsChanged: number;
  /** Persons who would not be paid, by outcome. */
  outcomes: PayrollRun['outcomes'];
}

/** A generation, execution or report that the worker does; GET /payroll-runs/{id}. Dollars. */
export interface PayrollRun {
  id: string;
  /** request: an execution that a second person approves first; once completed it names the request. */
  kind: 'generate' | 'execute' | 'request' | 'report';
  payrollType: PayrollType;
  /** Reports only. */
  startDate?: BusinessDay;
  endDate: BusinessDay;
  /** 0: everybody. */
  personID: number;
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';
  /** Persons done of persons all. */
  progress: { done: number; total: number };
  /** Somebody asked for its end. */
  cancelling: boolean;
  rows: number;
  amount: number;
  /** Generations: rows whose account changed lately, those of them that 'all' leaves out, and their sum. */
  accountsChanged?: number;
  accountsHeld?: number;
  heldAmount?: number;
  /** Executions: how many persons by outcome. */
  outcomes: Partial<Record<NonNullable<ExecuteOutcomeRow['outcome']>, number>>;
  requestedBy: string;
  approvalID?: number;
  /** Instants, ISO 8601. */
  createdAt: string;
  finishedAt?: string;
  error?: string;
}

/** What a second person consents to. */
export type ApprovalKind = 'execution' | 'discarding';
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

/** A row of GET /payroll-entries: one amount earned or taken back; dollars. */
export interface PayrollEntry {
  entryID: string;
  type: string;
  /** Instant, ISO 8601. */
  at: string;
  /** Day on which payroll counts it. */
  postedDay: BusinessDay;
  amount: number;
  commission: number;
  payout: number;
  memberID?: number;
  saleID?: number;
  reason?: string;
  by?: string;
}

/**
 * Parts of a payment by what was earned: kinds of entries, and by themselves those that belong to a day before the
 * period, adjustments and the amounts of returned payments (docs/RULES.md, Payroll).
 */
export const STATEMENT_PARTS = [
  'carried',
  'sale',
  'refund',
  'message',
  'sexting',
  'call',
  'tip',
  'adjustment',
  'returned',
] as const;
export type StatementPart = (typeof STATEMENT_PARTS)[number];

/** Each part in words. */
export const STATEMENT_PART_TEXT: Record<StatementPart, string> = {
  carried: 'Carried over from earlier days',
  sale: 'Sales',
  refund: 'Refunds',
  message: 'Messages',
  sexting: 'Packages',
  call: 'Calls',
  tip: 'Tips',
  adjustment: 'Adjustments',
  returned: 'Returned payments',
};

/** Entries on one page of a statement. */
export const STATEMENT_PAGE = 500;

/** GET /payment-statement: a payment and all that it adds up; dollars. */
export interface PaymentStatement {
  payrollID: number;
  name: string;
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  paymentType: PaymentType;
  /** Account or PayPal id, masked. */
  paymentInfo: string;
  /** Instant, ISO 8601. */
  dateCreated: string;
  state: PaymentState;
  /** Why it was returned. */
  reason?: string;
  /** They add up to `amount`. */
  sums: { part: StatementPart; entries: number; payout: number }[];
  amount: number;
  /** One page of the entries, oldest first; `total` on all pages. */
  entries: PayrollEntry[];
  total: number;
  /** What the entries of the pages before add up to. */
  broughtForward: number;
}

/** Characters of the reason that an adjustment or a mark needs, blanks at its ends left out. */
export const REASON_LENGTH = { min: 3, max: 200 } as const;
/** Shown where such a reason is missing or too short. */
export const REASON_TEXT = 'Please say why';
/** Largest adjustment, up or down (cents). */
export const MAX_ADJUSTMENT_CENTS = 100_000_000;

/** POST /payroll-adjustments; answers the entry. The same adjustmentID again changes nothing. */
export interface AdjustmentRequest {
  adjustmentID: string;
  payrollType: PayrollType;
  personID: number;
  /** Dollars, not zero; below zero it is taken off. */
  amount: number;
  reason: string;
}

/** An adjustment as it is listed; dollars. */
export interface PayrollAdjustment {
  entryID: string;
  /** Instant, ISO 8601. */
  at: string;
  postedDay: BusinessDay;
  amount: number;
  reason: string;
  by: string;
  /** The entry of the adjustment that this one takes back. */
  reverses?: string;
  /** Who has taken this one back, when (ISO 8601) and why. */
  reversed?: { by: string; at: string; reason: string };
}

/** GET /payroll-adjustments: who a person is, and a page of their adjustments, newest first; `total` on all pages. */
export interface PersonAdjustments {
  name: string;
  adjustments: PayrollAdjustment[];
  total: number;
}

/** Adjustments of one page of GET /payroll-adjustments. */
export const ADJUSTMENTS_PAGE = 20;

/** POST /payroll-adjustments/{entryID}/reversal; answers the reversal's entry. */
export interface ReversalRequest {
  reason: string;
}

/** POST /payment-marks: what became of payments; answers a line for each. */
export interface PaymentMarksRequest {
  payrollIDs?: number[];
  /** All payments of an open pay file. */
  payFileID?: number;
  /** executed: takes back the mark `from`, if that is the one that holds. */
  state: PaymentState;
  /** Needed for executed. */
  from?: 'paid' | 'returned';
  /** Needed for returned and executed. */
  reason?: string;
}
export interface PaymentMarkOutcome {
  payrollID: number;
  outcome: 'marked' | 'already' | 'refused';
  /** Why it was refused. */
  reason?: string;
}

/** GET /payroll-schedule: what is to be paid by when; dollars. */
export interface PayrollSchedule {
  /** The last day on which to pay. */
  dueDate: BusinessDay;
  /** Last day of the period that is due. */
  endDate: BusinessDay;
  /** Payouts above zero that are open through endDate (or today, if that is sooner). */
  persons: number;
  amount: number;
  overdue: boolean;
}

export const PAY_FILE_FORMATS = ['nacha', 'paypal'] as const;
export type PayFileFormat = (typeof PAY_FILE_FORMATS)[number];

/** POST /pay-files; answers 202 with the file, which a job makes. */
export interface PayFileRequest {
  payrollType: PayrollType;
  format: PayFileFormat;
  payrollIDs?: number[];
  /** All rows of a report run but these. */
  run?: string;
  except?: number[];
}

export type PayFileStepName = 'made' | 'downloaded' | 'marked' | 'discarded';

/** A pay file as it is listed; dollars. Exported is not paid. */
export interface PayFile {
  payFileID: number;
  format: PayFileFormat;
  payrollType: PayrollType;
  /** making: a job claims its payments; discarding it then ends that. */
  state: 'making' | 'open' | 'discarded';
  /** Payments looked at of payments asked for. */
  progress: { done: number; total: number };
  /** Why its making ended without a file. */
  failure?: string;
  /** Its discarding waits for a second person. */
  approvalID?: number;
  /** It may have been sent: discarding it needs NOT_SENT_TO_BANK as its reason. */
  downloaded: boolean;
  /** What became of it so far, oldest first; `marked`: the last mark of one of its payments. Instants, ISO 8601. */
  life: { step: PayFileStepName; at: string; by: string }[];
  lines: number;
  amount: number;
  /** Lines that downloads leave out, because their payments are paid or returned by now. */
  leftOut: number;
  /** Those of them that are paid; missing where an earlier version may have marked some. */
  paid?: number;
  /** GET /pay-files/{id}/parts/{number}; PayPal takes 5,000 rows a file. */
  parts: { number: number; fileName: string; lines: number; downloaded: boolean }[];
  /** How many could not be in it, and why; one by one: GET /pay-files/{id}/excluded. */
  excluded: { reason: string; payments: number; amount: number }[];
}

/** A payment that could not be in a pay file; dollars. */
export interface ExcludedPayFilePayment {
  payrollID: number;
  personID: number;
  name: string;
  amount: number;
  reason: string;
}

/** The reason that a person types to discard a pay file that was downloaded. */
export const NOT_SENT_TO_BANK = 'not sent to the bank';
/** Payments of one page of GET /pay-files/{id}/excluded. */
export const EXCLUDED_PAGE = 100;

/** Rows of one PayPal file. */
export const MAX_PAYPAL_ROWS = 5000;
/** Rows that one call may name or read. */
export const MAX_PAYROLL_ROWS = 50_000;
/** Entries of one page of GET /payroll-entries. */
export const ENTRIES_PAGE = 50;
