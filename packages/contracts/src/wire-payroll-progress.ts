import type { PaymentType } from './codes';
import type { BusinessDay } from './days';
import type { PayrollPerson, PayrollReportRow } from './wire-payroll';

/** So many payments, and what they add up to in dollars. */
export interface PaymentsSum {
  payments: number;
  amount: number;
}

/** GET /payroll-progress: how far the payroll through a day has come; dollars. */
export interface PayrollProgress {
  endDate: BusinessDay;
  /** Still to be executed through endDate, or through today if that is sooner. */
  open: PaymentsSum;
  /** Requests that wait for a second person; `approvalID` is the oldest one's. */
  waiting?: PaymentsSum & { approvalID: number };
  /** Executed payments by what became of them: in no pay file, in one that is not settled, marked paid, returned. */
  executed: PaymentsSum;
  filed: PaymentsSum;
  paid: PaymentsSum;
  returned: PaymentsSum;
  /** Days of the first and of the last execution; missing while there is none. */
  firstDay?: BusinessDay;
  lastDay?: BusinessDay;
}

/** Payments of one payee that GET /payee-payments answers at most. */
export const PAYEE_PAYMENTS = 24;

/** GET /payee-payments: a payee as payroll pays them; dollars. */
export interface PayeePayments extends PayrollPerson {
  /** Percentage now. */
  commission: number;
  paymentType: PaymentType;
  /** A PayPal id or the last digits of an account; empty when there is neither. */
  paymentInfo: string;
  /** Earned and unpaid through today. */
  balance: number;
  /** As in PayrollRow. */
  accountChangedAt?: string;
  accountHeld?: true;
  accountShared?: true;
  openSignals?: number;
  /** Reasons of the fraud signals that nobody has reviewed yet, the latest first. */
  signals?: string[];
  /** The latest PAYEE_PAYMENTS, newest first. */
  payments: PayrollReportRow[];
}
