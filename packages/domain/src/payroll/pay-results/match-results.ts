import type { PaymentState } from '@partnerdesk/contracts';
import { traceNumberOf } from '../pay-files/nacha';
import { ACH_RETURN_CODES, isPaymentReturned } from './ach-return-codes';
import type { AchReturn, AchReturnFile } from './read-ach-returns';
import type { PayPalResult } from './read-paypal-results';
import { refusedFile } from './result-file';

/** A payment that was put into a pay file. */
export interface SentPayment {
  payrollID: number;
  cents: number;
  state: PaymentState;
  /** PayPal only. */
  recipient?: string;
}

/** A payment and the state that a line of the file reports. */
export interface MatchedResult {
  line: number;
  payrollID: number;
  cents: number;
  state: 'paid' | 'returned';
  /** Whether the payment is in this state already. */
  already: boolean;
  /** In words, with the bank's code: for the mark, the clerk and the payee. */
  reason: string;
}

/** A line that marks nothing, and why. */
export interface ResultNotice {
  line: number;
  payrollID?: number;
  reason: string;
}

/** Why a line of PayPal's marks nothing that reports a payment as paid: its amount is open again. */
export const MARKED_RETURNED = 'Is marked returned';

/** A preview of what a file of results would change. */
export interface MatchedFile {
  results: MatchedResult[];
  notices: ResultNotice[];
}

/**
 * Matches returned entries to payments by trace number. Lines of our company that are no payment of these, disputes
 * about earlier returns and notifications of change are notices.
 * @param odfi first eight digits of the originating bank's routing number
 * @param seen trace numbers of returns that were matched already: a file is matched step by step
 * @throws AppError invalid_input with the line of an amount that differs from the payment's
 */
export function matchAchReturns(
  file: AchReturnFile,
  payments: readonly SentPayment[],
  odfi: string,
  seen = new Set<string>(),
): MatchedFile {
  const byTrace = new Map(payments.map((payment) => [traceNumberOf(odfi, payment.payrollID), payment]));
  const results: MatchedResult[] = [];
  const notices: ResultNotice[] = [];
  for (const entry of file.returns) {
    const reason = `${entry.code}: ${ACH_RETURN_CODES[entry.code]}`;
    const payment = byTrace.get(entry.trace);
    if (!payment)
      notices.push({ line: entry.line, reason: `No payment has the trace number ${entry.trace}` });
    else if (!isPaymentReturned(entry.code) || seen.has(entry.trace)) {
      notices.push({ line: entry.line, payrollID: payment.payrollID, reason });
    } else {
      seen.add(entry.trace);
      results.push(returnedResult(entry, payment, reason));
    }
  }
  for (const { line, trace, code, corrected } of file.changes) {
    const payment = byTrace.get(trace);
    const reason = `${code}: the account data should be corrected${corrected && `, see line ${line}`}`;
    notices.push({ line, ...(payment && { payrollID: payment.payrollID }), reason });
  }
  return { results, notices };
}

function returnedResult({ line, cents }: AchReturn, payment: SentPayment, reason: string): MatchedResult {
  if (cents !== payment.cents) throw refusedFile(line, 'The amount is not that of the payment');
  const already = payment.state === 'returned';
  return { line, payrollID: payment.payrollID, cents, state: 'returned', already, reason };
}

/**
 * Matches PayPal's results to payments by the id that our file gave them. PayPal's file names no company: a line with
 * another id, amount or recipient than ours refuses it.
 * @throws AppError invalid_input with line and reason
 */
export function matchPayPalResults(
  file: readonly PayPalResult[],
  payments: readonly SentPayment[],
): MatchedFile {
  const byID = new Map(payments.map((payment) => [payment.payrollID, payment]));
  const results: MatchedResult[] = [];
  const notices: ResultNotice[] = [];
  for (const { line, payrollID, recipient, cents, outcome, status, reason: why } of file) {
    const payment = byID.get(payrollID);
    if (!payment) throw refusedFile(line, `No payment of these has the id ${payrollID}`);
    if (payment.cents !== cents) throw refusedFile(line, 'The amount is not that of the payment');
    if (payment.recipient?.toLowerCase() !== recipient.toLowerCase()) {
      throw refusedFile(line, 'The recipient is not that of the payment');
    }
    const reason = why ? `${status}: ${why}` : status;
    if (outcome === 'open') notices.push({ line, payrollID, reason });
    else if (outcome === 'paid' && payment.state === 'returned') {
      notices.push({ line, payrollID, reason: MARKED_RETURNED });
    } else {
      const already = payment.state === outcome;
      results.push({ line, payrollID, cents, state: outcome, already, reason });
    }
  }
  return { results, notices };
}
