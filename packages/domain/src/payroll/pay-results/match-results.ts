import { createHash } from 'node:crypto';
import type { PayFileFormat, PaymentResultLine, PaymentResultsPreview } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { CounterModel, catchUpLedger } from '../../ledger';
import { slicesOf } from '../../platform';
import { achSettingsOrThrow } from '../pay-files/download-pay-file';
import { payrollIDsOfTrace, traceNumberOf } from '../pay-files/nacha';
import {
  isPartDownloaded,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
  partOfLine,
} from '../pay-files/pay-file.models';
import { latestMarks, PayrollModel, type PayrollRecord } from '../payroll.models';
import { ACH_RETURN_CODES, type AchReturn, isPaymentReturned, readAchReturns } from './read-ach-returns';
import { type PayPalResult, readPayPalResults } from './read-paypal-results';
import { refusedFile } from './result-file';

/** A payment that was put into a pay file. */
export type SentPayment = Awaited<ReturnType<typeof sentPayments>>[number];

/** A payment and the state that a line reports; the reason in words, with the bank's code. */
export type MatchedResult = Omit<PaymentResultLine, 'kind' | 'personID' | 'name' | 'amount'> & {
  cents: number;
};

/** A line that marks nothing, and why. */
export type ResultNotice = Pick<PaymentResultsPreview['notices'][number], 'line' | 'payrollID' | 'reason'>;

/** What a file of results would change. */
export interface MatchedFile {
  results: MatchedResult[];
  notices: ResultNotice[];
}

/** Why a line of PayPal's marks nothing that reports a payment as paid: its amount is open again. */
export const MARKED_RETURNED = 'Is marked returned';

/**
 * Matches returned entries to payments by trace number; other lines of our company, disputes about earlier returns and
 * notifications of change are notices. @param odfi first eight digits of the originating bank's routing number
 * @param seen trace numbers of earlier steps @throws AppError invalid_input with the line of another amount
 */
export function matchAchReturns(
  entries: readonly AchReturn[],
  payments: readonly SentPayment[],
  odfi: string,
  seen = new Set<string>(),
): MatchedFile {
  const byTrace = new Map(payments.map((payment) => [traceNumberOf(odfi, payment.payrollID), payment]));
  const results: MatchedResult[] = [];
  const notices: ResultNotice[] = [];
  for (const { line, trace, code, cents, corrected } of entries) {
    const payment = byTrace.get(trace);
    const correct = `the account data should be corrected${corrected ? `, see line ${line}` : ''}`;
    const reason = `${code}: ${corrected === undefined ? ACH_RETURN_CODES[code] : correct}`;
    if (!payment) {
      const unknown = `No payment has the trace number ${trace}`;
      notices.push({ line, reason: corrected === undefined ? unknown : reason });
      continue;
    }
    const { payrollID } = payment;
    if (!isPaymentReturned(code) || seen.has(trace)) {
      notices.push({ line, payrollID, reason });
      continue;
    }
    if (cents !== payment.cents) throw refusedFile(line, OTHER_AMOUNT);
    seen.add(trace);
    const already = payment.state === 'returned';
    results.push({ line, payrollID, cents, state: 'returned', already, reason });
  }
  return { results, notices };
}

const OTHER_AMOUNT = 'The amount is not that of the payment';

/**
 * Matches results by the id that our file gave the payments. PayPal names no company: another id, amount or recipient than
 * ours refuses the file. @throws AppError invalid_input with line and reason
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
    if (payment.cents !== cents) throw refusedFile(line, OTHER_AMOUNT);
    if (payment.recipient.toLowerCase() !== recipient.toLowerCase())
      throw refusedFile(line, 'The recipient is not that of the payment');
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

/** Lines between two turns of other work: about ten milliseconds' (docs/RULES.md, Payroll "Results"). */
export const RESULT_STEP = 1000;

/** A bank's return file, or PayPal's file of results. */
export interface ResultFile {
  format: PayFileFormat;
  bytes: Uint8Array;
  /** The business's own bank, for a return file. */
  settings: AchSettings | undefined;
}

/** What a file would mark, and what stands for every result and notice. */
export type ReadResults = MatchedFile & { digest: string };

/** Called after each step with how much is done of all, as far as that is known. */
export type OnStep = (done: number, total: number) => Promise<void> | void;

/** Reads and matches a file; changes nothing. @throws AppError as matchSteps */
export async function readPaymentResults(file: ResultFile, onStep: OnStep = () => {}): Promise<ReadResults> {
  const read: MatchedFile = { results: [], notices: [] };
  const hash = createHash('sha256').update(file.format);
  for await (const { results, notices, done, total } of matchSteps(file)) {
    read.results.push(...results);
    read.notices.push(...notices);
    hash.update(JSON.stringify([results, notices]));
    await onStep(done, total);
  }
  return { ...read, digest: hash.digest('base64url') };
}

export const stepsOf = <Item>(list: readonly Item[]) => slicesOf(list, RESULT_STEP);

/** `done` lines of `total`. */
type MatchedStep = MatchedFile & { done: number; total: number };

/** Reads a file, then matches it step by step. @throws AppError also conflict: no bank is configured */
export const matchSteps = (file: ResultFile): AsyncGenerator<MatchedStep> => MATCHERS[file.format](file);

const MATCHERS: Record<PayFileFormat, typeof matchSteps> = {
  async *nacha({ bytes, settings }) {
    const { companyID, odfi } = achSettingsOrThrow(settings);
    const entries = await readAchReturns([bytes], companyID);
    await catchUpLedger();
    const last = (await CounterModel.findById('payrollID').lean())?.value ?? 0;
    const seen = new Set<string>();
    yield* matchLines(
      'nacha',
      entries,
      // The payments that a trace number may stand for: it comes again after ten million payments.
      ({ trace }) => payrollIDsOfTrace(trace, last),
      (step, sent) => matchAchReturns(step, sent, odfi, seen),
    );
  },
  async *paypal({ bytes }) {
    const lines = await readPayPalResults([bytes]);
    await catchUpLedger();
    yield* matchLines('paypal', lines, ({ payrollID }) => [payrollID], matchPayPalResults);
  },
};

async function* matchLines<Line>(
  format: PayFileFormat,
  lines: readonly Line[],
  idsOf: (line: Line) => number[],
  match: (step: readonly Line[], sent: readonly SentPayment[]) => MatchedFile,
): AsyncGenerator<MatchedStep> {
  let done = 0;
  for (const step of stepsOf(lines)) {
    const sent = await sentPayments(format, step.flatMap(idsOf));
    done += step.length;
    yield { ...match(step, sent), done, total: lines.length };
  }
}

/** Those of these payments (of a step) that are in a downloaded part of a file. */
export async function sentPayments(format: PayFileFormat, payrollIDs: readonly number[]) {
  const lines = await PayFileLineModel.find({ _id: { $in: payrollIDs } }).lean();
  const fileIDs = [...new Set(lines.map(({ payFileID }) => payFileID))];
  const files = await PayFileModel.find({ _id: { $in: fileIDs }, format }).lean<PayFileRecord[]>();
  const byID = new Map(files.map((file) => [file._id, file]));
  const sent = lines.filter(({ payFileID, position }) => {
    const file = byID.get(payFileID);
    return file && isPartDownloaded(file, partOfLine(format, position));
  });
  const ids = sent.map(({ _id }) => _id);
  const [payrolls, marks] = await Promise.all([
    PayrollModel.find({ _id: { $in: ids } }).lean<PayrollRecord[]>(),
    latestMarks(ids),
  ]);
  return payrolls.map(({ _id: payrollID, amountCents: cents, payPalUserName }) => {
    const state = marks.get(payrollID)?.state ?? 'executed';
    return { payrollID, cents, state, recipient: payPalUserName.trim() };
  });
}
