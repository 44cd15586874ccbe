import type { PaymentType } from './codes';
import type { BusinessDay } from './days';

/** A row of GET /generate-payroll; dollars. */
export interface PayrollRow {
  affID?: number;
  affName?: string;
  staffID?: number;
  staffName?: string;
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  payoutAmount: number;
  /** The person's percentage now. */
  commission: number;
  paymentType: PaymentType;
  /** How many ledger entries the amount adds up. */
  entries: number;
  /** Stands for what the row was computed from; Execute sends it back. */
  fingerprint: string;
  /** The payment that it became, if it was executed since. */
  payrollID?: number;
  /** When the payment details changed (ISO 8601); only within the last CHANGED_LATELY_DAYS, or while held. */
  accountChangedAt?: string;
  /** Changed so lately that 'all' leaves the row out: it is paid only if it is chosen by itself. */
  accountHeld?: true;
  /** Somebody else is paid to the same account or PayPal id. */
  accountShared?: true;
  /** Fraud signals that nobody has reviewed yet. */
  openSignals?: number;
}

/** A job as GET /jobs/{id} reports it. */
export interface JobStatus<Result = unknown> {
  id: string;
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';
  /** Things done of things all. */
  progress: { done: number; total: number };
  result?: Result;
  /** Present when it failed. */
  error?: string;
}
