import { createHash, type Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  AppError,
  type PayFileFormat,
  type PaymentResultsOutcome,
  RESULT_LINES_SHOWN,
} from '@partnerdesk/contracts';
import { type By, writeAudit } from '../../audit/audit';
import { markPayments } from '../mark-payments';
import type { MatchedFile } from './match-results';
import { matchSteps, type ResultFile, stepsOf } from './match-steps';
import type { FileContent } from './result-file';
import type { SentPayroll } from './sent-payments';

/** What a file would mark. */
export interface ReadResults extends MatchedFile {
  /** Stands for every result and notice. */
  digest: string;
  /** Whose payments the first RESULT_LINES_SHOWN results are, by payrollID. */
  payments: ReadonlyMap<number, SentPayroll>;
}

/**
 * Reads a file and matches it to the payments that were sent. Changes nothing.
 * @throws AppError invalid_input with line and reason (of another company, cut off, another encoding), conflict (no bank
 *   is configured), payload_too_large
 */
export async function readPaymentResults(file: ResultFile): Promise<ReadResults> {
  const found: MatchedFile = { results: [], notices: [] };
  const payments = new Map<number, SentPayroll>();
  for await (const { sent, matched } of matchSteps(file)) {
    if (found.results.length < RESULT_LINES_SHOWN)
      for (const payment of sent) payments.set(payment.payrollID, payment);
    found.results.push(...matched.results);
    found.notices.push(...matched.notices);
  }
  return { ...found, digest: await digestOf(file.format, found), payments };
}

async function digestOf(format: PayFileFormat, { results, notices }: MatchedFile): Promise<string> {
  const hash = createHash('sha256').update(format);
  for (const lines of [results, notices]) {
    hash.update(`:${lines.length}:`);
    for (const step of stepsOf<unknown>(lines)) {
      hash.update(JSON.stringify(step));
      await otherWork();
    }
  }
  return hash.digest('base64url');
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
  const outcome: PaymentResultsOutcome = {
    paid: 0,
    returned: 0,
    already: read.results.length - fresh.length,
    refused: [],
  };
  for (const state of ['returned', 'paid'] as const)
    for (const step of stepsOf(fresh.filter((result) => result.state === state))) {
      const reasons = new Map(step.map(({ payrollID, reason }) => [payrollID, reason]));
      const marks = { payrollIDs: [...reasons.keys()], state, reasons, source: file.format, by };
      for (const mark of await markPayments(marks)) {
        if (mark.outcome === 'marked') outcome[state] += 1;
        else if (mark.outcome === 'already') outcome.already += 1;
        else outcome.refused.push({ payrollID: mark.payrollID, reason: mark.reason ?? '' });
      }
    }
  return outcome;
}

async function* hashed(content: FileContent, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}
