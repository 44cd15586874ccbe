import type {
  PayFileFormat,
  PaymentResultLine,
  PaymentResultsPreview,
  PaymentState,
} from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { CounterModel, catchUpLedger } from '../../ledger';
import { slicesOf } from '../../platform';
import { achSettingsOrThrow } from '../pay-files/download-pay-file';
import { payrollIDsOfTrace, traceNumberOf } from '../pay-files/nacha';
import type { PayFileLine, PayFileRecord } from '../pay-files/pay-file.models';
import { isPartDownloaded, PayFileLineModel, PayFileModel, partOfLine } from '../pay-files/pay-file.models';
import { latestMarks, PayrollModel, type PayrollRecord } from '../payroll.models';
import { ACH_RETURN_CODES, isPaymentReturned } from './ach-return-codes';
import { type AchReturnFile, readAchReturns } from './read-ach-returns';
import { type PayPalResult, readPayPalResults } from './read-paypal-results';
import { type FileContent, refusedFile } from './result-file';

/** A payment that was put into a pay file. */
export interface SentPayment {
  payrollID: number;
  cents: number;
  state: PaymentState;
  /** PayPal only. */
  recipient?: string;
}

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
    if (!payment) {
      notices.push({ line: entry.line, reason: `No payment has the trace number ${entry.trace}` });
      continue;
    }
    const { payrollID, cents, state } = payment;
    if (!isPaymentReturned(entry.code) || seen.has(entry.trace)) {
      notices.push({ line: entry.line, payrollID, reason });
      continue;
    }
    if (entry.cents !== cents) throw refusedFile(entry.line, OTHER_AMOUNT);
    seen.add(entry.trace);
    const already = state === 'returned';
    results.push({ line: entry.line, payrollID, cents, state: 'returned', already, reason });
  }
  for (const { line, trace, code, corrected } of file.changes) {
    const payment = byTrace.get(trace);
    const reason = `${code}: the account data should be corrected${corrected && `, see line ${line}`}`;
    notices.push({ line, ...(payment && { payrollID: payment.payrollID }), reason });
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
    if (payment.recipient?.toLowerCase() !== recipient.toLowerCase())
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
  /** Read once, as it arrives. */
  content: FileContent;
  /** The business's own bank, for a return file. */
  settings: AchSettings | undefined;
}

export const stepsOf = <Item>(list: readonly Item[]) => slicesOf(list, RESULT_STEP);

/** Reads a file, then matches it step by step; `done` lines of `total`. @throws AppError also conflict: no bank is configured */
export async function* matchSteps({
  format,
  content,
  settings,
}: ResultFile): AsyncGenerator<MatchedFile & { done: number; total: number }> {
  const { total, steps } = await MATCHERS[format](content, settings);
  let done = 0;
  for await (const matched of steps) {
    done = Math.min(total, done + RESULT_STEP);
    yield { ...matched, done, total };
  }
}

type Matcher = (content: FileContent, settings: ResultFile['settings']) => Promise<MatchedSteps>;
const MATCHERS: Record<PayFileFormat, Matcher> = {
  nacha: async (content, settings) => matchReturns(content, achSettingsOrThrow(settings)),
  paypal: matchPayPal,
};

type MatchedSteps = { total: number; steps: AsyncGenerator<MatchedFile> };

async function matchReturns(content: FileContent, { companyID, odfi }: AchSettings): Promise<MatchedSteps> {
  const { returns, changes } = await readAchReturns(content, companyID);
  await catchUpLedger();
  const files = await sentFiles('nacha');
  const seen = new Set<string>();
  const matchStep = async (step: AchReturnFile) => {
    const traces = [...step.returns, ...step.changes].map(({ trace }) => trace);
    const sent = await sentPayments('nacha', await payrollIDsOfTraces(traces), files);
    return matchAchReturns(step, sent, odfi, seen);
  };
  async function* steps() {
    for (const step of stepsOf(returns)) yield matchStep({ returns: step, changes: [] });
    for (const step of stepsOf(changes)) yield matchStep({ returns: [], changes: step });
  }
  return { total: returns.length + changes.length, steps: steps() };
}

async function matchPayPal(content: FileContent): Promise<MatchedSteps> {
  const lines = await readPayPalResults(content);
  await catchUpLedger();
  const files = await sentFiles('paypal');
  async function* steps() {
    for (const step of stepsOf(lines)) {
      const ids = step.map(({ payrollID }) => payrollID);
      yield matchPayPalResults(step, await sentPayments('paypal', ids, files));
    }
  }
  return { total: lines.length, steps: steps() };
}

/** Those of these payments (of a step) that are in a downloaded part of a file. @param files those of sentFiles */
export async function sentPayments(
  format: PayFileFormat,
  payrollIDs: readonly number[],
  files: ReadonlyMap<number, PayFileRecord>,
): Promise<SentPayment[]> {
  const lines = await PayFileLineModel.find({ _id: { $in: payrollIDs } }).lean();
  const isSent = ({ payFileID, position }: PayFileLine) => {
    const file = files.get(payFileID);
    return file !== undefined && isPartDownloaded(file, partOfLine(format, position));
  };
  const inFile = lines.filter(isSent).map(({ _id }) => _id);
  const [payrolls, marks] = await Promise.all([
    PayrollModel.find({ _id: { $in: inFile } }).lean<PayrollRecord[]>(),
    latestMarks(inFile),
  ]);
  return payrolls.map(({ _id: payrollID, amountCents: cents, payPalUserName }) => {
    const state = marks.get(payrollID)?.state ?? 'executed';
    return { payrollID, cents, state, recipient: payPalUserName.trim() };
  });
}

/** Files that may have been sent, by payFileID. */
export async function sentFiles(format: PayFileFormat): Promise<ReadonlyMap<number, PayFileRecord>> {
  const files = await PayFileModel.find({ format }, { state: 1, downloadedParts: 1 }).lean<PayFileRecord[]>();
  return new Map(files.map((file) => [file._id, file]));
}

/** The payments that these trace numbers may stand for: a number comes again after ten million payments. */
export async function payrollIDsOfTraces(traces: readonly string[]): Promise<number[]> {
  const last = (await CounterModel.findById('payrollID').lean())?.value ?? 0;
  return traces.flatMap((trace) => payrollIDsOfTrace(trace, last));
}
