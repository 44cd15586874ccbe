import type { ApprovalState } from '@partnerdesk/contracts';
import type { ApprovalRecord } from './approval.models';
import type { Figures } from './figures';
import type { Attribution, LedgerEntry, PaymentMark, PayrollRecord, StoredEvent } from './ledger.models';
import type { ExcludedPayment, PayFileLine, PayFileRecord, PayFileStep } from './pay-file.models';
import type { TotalKind } from './payee';

/** Sums to add to one day. */
export type DayIncrement = Figures & { postedEntries?: number; postedCents?: number };

/** Sums to add to a source; cents. */
export interface SourceIncrement {
  joins?: number;
  salesCount?: number;
  salesCents?: number;
  payoutCents?: number;
}

/** What becomes of a pay file: fields to set, and lines to add to those that it leaves out and those that are paid. */
export interface PayFileChange {
  payFileID: number;
  set: Partial<PayFileRecord>;
  leftOut: number;
  paid: number;
}

/**
 * Everything that one journal record writes, planned beforehand: applying it is a replay without any decision, so it
 * can be repeated by any process and has the same result.
 */
export interface Effects {
  events?: StoredEvent[];
  /** Waiting events whose turn has come; `from` is the key that they wait for. */
  released?: { eventID: string; from: string; set: Partial<StoredEvent> }[];
  /** Keys that are there now while events still wait for them: released by further records, a slice at a time. */
  pendingReleases?: string[];
  /** Keys of which nothing is left to release. */
  finishedReleases?: string[];
  entries?: LedgerEntry[];
  attributions?: Attribution[];
  /** What is refunded of a sale of an earlier record after this one (cents). */
  refunded?: { saleEventID: string; refundedCents: number }[];
  days?: { kind: TotalKind; personID: number; day: string; inc: DayIncrement }[];
  sources?: {
    affID: number;
    tid: string;
    lp: string;
    inc: SourceIncrement;
  }[];
  /** Payrolls executed: closes the payee through endPeriod. */
  payrolls?: PayrollRecord[];
  /** What became of payments. */
  marks?: PaymentMark[];
  /** Pay files that are begun, and the payments that their steps look at. */
  payFiles?: PayFileRecord[];
  payFileSteps?: PayFileStep[];
  /** Payments that come into a pay file, and those that can't. */
  payFileLines?: PayFileLine[];
  excludedPayments?: ExcludedPayment[];
  payFileChanges?: PayFileChange[];
  /** Requests for a second person, and what becomes of them; `from` is the state that they are in before. */
  approvals?: ApprovalRecord[];
  approvalChanges?: { approvalID: number; from: ApprovalState; set: Partial<ApprovalRecord> }[];
  /** Counter name → last id given out. */
  counters?: Record<string, number>;
}
