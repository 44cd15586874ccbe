import { createHash, type Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  AppError,
  type PayFileFormat,
  type PaymentMarkOutcome,
  type PaymentResultsOutcome,
} from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { type By, writeAudit } from '../../audit/audit';
import { catchUpLedger } from '../../ledger/journal';
import { markPayments } from '../mark-payments';
import { achSettingsOrThrow } from '../pay-files/download-pay-file';
import { type MatchedFile, type MatchedResult, matchAchReturns, matchPayPalResults } from './match-results';
import { readAchReturns } from './read-ach-returns';
import { readPayPalResults } from './read-paypal-results';
import type { FileContent } from './result-file';
import { payrollIDsOfTraces, type SentPayroll, sentPayments } from './sent-payments';

/** A bank's return file, or PayPal's file of results. */
export interface ResultFile {
  format: PayFileFormat;
  /** Read once, as it arrives. */
  content: FileContent;
  /** The business's own bank, for a return file. */
  settings: AchSettings | undefined;
}

/** What a file would mark. */
export interface ReadResults extends MatchedFile {
  /** Stands for every result and notice. */
  digest: string;
  /** Whose payments they are, by payrollID. */
  payments: ReadonlyMap<number, SentPayroll>;
}

/**
 * Reads a file and matches it to the payments that were sent. Changes nothing.
 * @throws AppError invalid_input with line and reason (of another company, cut off, another encoding), conflict (no bank
 *   is configured), payload_too_large
 */
export async function readPaymentResults({ format, content, settings }: ResultFile): Promise<ReadResults> {
  const { sent, matched } =
    format === 'nacha'
      ? await matchReturns(content, achSettingsOrThrow(settings))
      : await matchPayPal(content);
  const digest = await digestOf(format, matched);
  return { ...matched, digest, payments: new Map(sent.map((payment) => [payment.payrollID, payment])) };
}

/** Lines that are hashed between two turns of other work. */
const DIGEST_STEP = 1000;

async function digestOf(format: PayFileFormat, { results, notices }: MatchedFile): Promise<string> {
  const hash = createHash('sha256').update(format);
  for (const lines of [results, notices]) {
    hash.update(`:${lines.length}:`);
    for (let start = 0; start < lines.length; start += DIGEST_STEP) {
      hash.update(JSON.stringify(lines.slice(start, start + DIGEST_STEP)));
      await otherWork();
    }
  }
  return hash.digest('base64url');
}

async function matchReturns(content: FileContent, { companyID, odfi }: AchSettings) {
  const file = await readAchReturns(content, companyID);
  await catchUpLedger();
  const traces = [...file.returns, ...file.changes].map(({ trace }) => trace);
  const sent = await sentPayments('nacha', await payrollIDsOfTraces(traces));
  return { sent, matched: matchAchReturns(file, sent, odfi) };
}

async function matchPayPal(content: FileContent) {
  const file = await readPayPalResults(content);
  await catchUpLedger();
  const sent = await sentPayments(
    'paypal',
    file.map(({ payrollID }) => payrollID),
  );
  return { sent, matched: matchPayPalResults(file, sent) };
}

/**
 * Marks what a file reports, if it is still what was shown. Safe to repeat: a payment that is marked so already stays as
 * it is, and what a process that died has left is marked by the next try. A returned amount is payable again, once.
 * @param digest of the preview
 * @throws AppError as readPaymentResults; conflict when the file would mark something else than was shown
 */
export async function markPaymentResults(
  file: ResultFile,
  digest: string,
  by: By,
): Promise<PaymentResultsOutcome> {
  const hash = createHash('sha256');
  const read = await readPaymentResults({ ...file, content: hashed(file.content, hash) });
  if (read.digest !== digest) {
    throw new AppError(
      'conflict',
      'Payments were marked since this was shown. Nothing was marked: look at it again',
    );
  }
  const fresh = read.results.filter(({ already }) => !already);
  if (fresh.length > 0) {
    await writeAudit({
      ...by,
      action: 'payment-results.confirmed',
      subject: { type: 'payFile', id: file.format },
      after: { format: file.format, sha256: hash.digest('hex'), payments: fresh.length },
    });
  }
  const returned = await markAll(file.format, 'returned', fresh, by);
  const paid = await markAll(file.format, 'paid', fresh, by);
  const outcomes = [...returned, ...paid];
  const count = (list: PaymentMarkOutcome[], outcome: string) =>
    list.filter((each) => each.outcome === outcome).length;
  return {
    paid: count(paid, 'marked'),
    returned: count(returned, 'marked'),
    already: read.results.length - fresh.length + count(outcomes, 'already'),
    refused: outcomes.flatMap(({ payrollID, outcome, reason = '' }) =>
      outcome === 'refused' ? [{ payrollID, reason }] : [],
    ),
  };
}

async function* hashed(content: FileContent, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

function markAll(
  source: PayFileFormat,
  state: 'paid' | 'returned',
  results: readonly MatchedResult[],
  by: By,
): Promise<PaymentMarkOutcome[]> {
  const own = results.filter((result) => result.state === state);
  const reasons = new Map(own.map(({ payrollID, reason }) => [payrollID, reason]));
  return markPayments({ payrollIDs: [...reasons.keys()], state, reasons, source, by });
}
