import { createHash } from 'node:crypto';
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
import { payrollIDsOfTraces, type SentPayroll, sentPayments } from './sent-payments';

/** A bank's return file, or PayPal's file of results. */
export interface ResultFile {
  format: PayFileFormat;
  bytes: Uint8Array;
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
export async function readPaymentResults({ format, bytes, settings }: ResultFile): Promise<ReadResults> {
  await catchUpLedger();
  const { sent, matched } =
    format === 'nacha' ? await matchReturns(bytes, achSettingsOrThrow(settings)) : await matchPayPal(bytes);
  const digest = createHash('sha256')
    .update(JSON.stringify([format, matched]))
    .digest('base64url');
  return { ...matched, digest, payments: new Map(sent.map((payment) => [payment.payrollID, payment])) };
}

async function matchReturns(bytes: Uint8Array, { companyID, odfi }: AchSettings) {
  const file = readAchReturns(bytes, companyID);
  const traces = [...file.returns, ...file.changes].map(({ trace }) => trace);
  const sent = await sentPayments('nacha', await payrollIDsOfTraces(traces));
  return { sent, matched: matchAchReturns(file, sent, odfi) };
}

async function matchPayPal(bytes: Uint8Array) {
  const file = readPayPalResults(bytes);
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
  const read = await readPaymentResults(file);
  if (read.digest !== digest) {
    throw new AppError(
      'conflict',
      'Payments were marked since this was shown. Nothing was marked: look at it again',
    );
  }
  const fresh = read.results.filter(({ already }) => !already);
  if (fresh.length > 0) {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    await writeAudit({
      ...by,
      action: 'payment-results.confirmed',
      subject: { type: 'payFile', id: file.format },
      after: { format: file.format, sha256, payments: fresh.length },
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
