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

/**
 * POST /payroll-adjustments; answers the entry, or 202 with the request (PayrollApproval) that waits for a second person. The
 * same adjustmentID again changes nothing.
 */
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

/** POST /payroll-adjustments/{entryID}/reversal; answers as POST /payroll-adjustments. */
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

/** Rows that one call may name or read. */
export const MAX_PAYROLL_ROWS = 50_000;
/** Entries of one page of GET /payroll-entries. */
export const ENTRIES_PAGE = 50;
