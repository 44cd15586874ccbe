import type { PayFileFormat } from './wire-pay-files';
import type { PaidKind } from './wire-payment-changes';

/** Largest file of results that is read (bytes). */
export const MAX_RESULT_FILE_BYTES = 20_000_000;
/** Lines of a preview that are shown; its counts are of all. */
export const RESULT_LINES_SHOWN = 500;

/** A payment that a line of a bank's or PayPal's file marks; dollars. */
export interface PaymentResultLine {
  /** Line of the file, counted from 1. */
  line: number;
  payrollID: number;
  kind: PaidKind;
  personID: number;
  name: string;
  amount: number;
  state: 'paid' | 'returned';
  /** It is marked so already: nothing changes. */
  already: boolean;
  reason: string;
}

/** Answer of POST /payment-results?format, whose body is the file: what confirming it would mark. */
export interface PaymentResultsPreview {
  format: PayFileFormat;
  /** Stands for all that is shown: sent back to confirm. */
  digest: string;
  results: PaymentResultLine[];
  /** Lines that mark nothing, and why. */
  notices: { line: number; payrollID?: number; reason: string }[];
  /** Of all lines; dollars. */
  counts: { paid: number; returned: number; already: number; notices: number };
  paidAmount: number;
  returnedAmount: number;
}

/** Answer of POST /payment-results/marks?format&digest, whose body is the same file. */
export interface PaymentResultsOutcome {
  paid: number;
  returned: number;
  /** Marked so before. */
  already: number;
  /** Somebody has marked them otherwise meanwhile. */
  refused: { payrollID: number; reason: string }[];
}
