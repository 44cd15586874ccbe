import { PAYROLLS, type PaidKind, type PaymentState, type PayrollType } from '@partnerdesk/contracts';
import type { PaymentFields } from '../accounts';
import type { Recorded } from '../ledger';
import { plainModel } from '../platform';

/** Who is paid by a payroll of this type (docs/PRODUCT.md §3). */
export function payeeKindOf(payrollType: PayrollType): PaidKind {
  return PAYROLLS[payrollType].payee;
}

/** A payroll that was executed for one person; names, percentage and payment details as they were then. */
export interface PayrollRecord extends Recorded, PaymentFields {
  /** payrollID. */
  _id: number;
  kind: PaidKind;
  personID: number;
  payee: string;
  startPeriod: string;
  endPeriod: string;
  amountCents: number;
  entries: number;
  name: string;
  commission: number;
  /** Account or PayPal id, masked. */
  paymentInfo: string;
  /** Of achAccountNumberEncrypted as the journal recorded it; present once the keys were rotated. */
  achAccountNumberSha256?: string;
  /** Seal of where the money goes, whatever key the account number is encrypted under (isAccountAsExecuted). */
  accountSeal: string;
  createdAt: Date;
  /** Business day of createdAt: reports go by it. */
  createdDay: string;
  createdBy: string;
  /** The second person, where two pay. */
  approvedBy?: string;
  /** The end date that was asked for, where a hold ends the period earlier: asked for again, this record answers. */
  askedEndDate?: string;
  /** The run that executed it, if a clerk's run did. */
  runID?: string;
}

/** What became of a payment after it was executed. Never changed once written. */
export interface PaymentMark extends Recorded {
  /** `payrollID:number`. */
  _id: string;
  payrollID: number;
  /** 1, 2, 3 … of a payment; the last one holds. */
  number: number;
  /** executed: the mark before was taken back. */
  state: PaymentState;
  at: Date;
  by: string;
  /** Why it was returned, or the mark before taken back. */
  reason?: string;
  /** A file of the bank or of PayPal reported it: the payee gets a mail about a return. */
  source?: 'nacha' | 'paypal';
}

export const PayrollModel = plainModel<PayrollRecord>('Payroll', 'payrolls', Number, [
  [{ payee: 1, endPeriod: 1 }, { unique: true }],
  // What was executed for an end date that a hold let end earlier.
  [{ payee: 1, askedEndDate: 1 }, { partialFilterExpression: { askedEndDate: { $exists: true } } }],
  [{ kind: 1, createdDay: 1, _id: 1 }],
  // In the order of the journal, for mails about payments.
  [{ seq: 1 }],
]);
export const PaymentMarkModel = plainModel<PaymentMark>('PaymentMark', 'paymentMarks', String, [
  [{ payrollID: 1 }],
  // Returns whose mails are due.
  [{ seq: 1 }, { partialFilterExpression: { source: { $exists: true } } }],
  // Payments that are on their way, whose mails are due.
  [{ state: 1, seq: 1 }],
]);
