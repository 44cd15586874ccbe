import type { Figures } from './figures';
import type { Attribution, LedgerEntry, PaymentMark, PayrollRecord, StoredEvent } from './ledger.models';
import type { TotalKind } from './payee';

/** Sums to add to one day. */
export type DayIncrement = Figures & { postedEntries?: number; postedCents?: number };

/**
 * Everything that one journal record writes, worked out beforehand: applying it is a replay without any
 * decision, so it can be done again, by anybody, and comes out the same.
 */
export interface Effects {
  events?: StoredEvent[];
  /** Waiting events whose turn has come. */
  released?: { eventID: string; set: Partial<StoredEvent> }[];
  entries?: LedgerEntry[];
  attributions?: Attribution[];
  /** What is refunded of a sale after this record (cents). */
  refunded?: { saleEventID: string; refundedCents: number }[];
  days?: { kind: TotalKind; personID: number; day: string; inc: DayIncrement }[];
  sources?: {
    affID: number;
    tid: string;
    lp: string;
    inc: { joins?: number; salesCount?: number; salesCents?: number; payoutCents?: number };
  }[];
  /** Payrolls executed: closes the payee through endPeriod. */
  payrolls?: PayrollRecord[];
  /** What became of payments. */
  marks?: PaymentMark[];
  /** Counter name → last id given out. */
  counters?: Record<string, number>;
}
