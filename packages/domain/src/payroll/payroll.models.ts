import { PAYROLLS, type PaidKind, type PaymentState, type PayrollType } from '@partnerdesk/contracts';
import type { PaymentFields } from '../accounts';
import type { Recorded } from '../ledger';
import { inBatches, plainModel } from '../platform';

/** Who is paid by a payroll of this type (docs/PRODUCT.md §3). */
export const payeeKindOf = (payrollType: PayrollType): PaidKind => PAYROLLS[payrollType].payee;

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

const PAGE = 1000;

/** Payments in the order of their days of execution, a page at a time. @param filter by kind and createdDay */
export function paymentPages<Row>(filter: object, fields: object): AsyncGenerator<Row[]> {
  const payments = PayrollModel.find(filter, fields).sort({ kind: 1, createdDay: 1, _id: 1 }).lean<Row>();
  return inBatches(payments.cursor({ batchSize: PAGE }) as AsyncIterable<Row>, PAGE);
}

/** All marks of these payments, in no order. */
export function marksOf(payrollIDs: readonly number[]): Promise<PaymentMark[]> {
  return PaymentMarkModel.find({ payrollID: { $in: payrollIDs } }).lean<PaymentMark[]>();
}

/** The mark that holds for each of these payments, by payrollID; the ones before it are its history. */
export const latestMarks = async (payrollIDs: readonly number[]): Promise<Map<number, PaymentMark>> =>
  latestOf(await marksOf(payrollIDs));

/** As latestMarks, of marks at hand. */
export function latestOf(marks: readonly PaymentMark[]): Map<number, PaymentMark> {
  const latest = new Map<number, PaymentMark>();
  for (const mark of marks) {
    if (mark.number > (latest.get(mark.payrollID)?.number ?? 0)) latest.set(mark.payrollID, mark);
  }
  return latest;
}
