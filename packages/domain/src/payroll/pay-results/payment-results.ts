import { createHash, type Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import {
  AppError,
  type PayFileFormat,
  type PaymentResultsOutcome,
  RESULT_LINES_SHOWN,
} from '@partnerdesk/contracts';
import { type By, writeAudit } from '../../platform';
import { markPayments } from '../mark-payments';
import type { MatchedFile, MatchedResult } from './match-results';
import { matchSteps, type ResultFile, stepsOf } from './match-steps';
import type { FileContent } from './result-file';

/** What a file would mark. */
export interface ReadResults extends MatchedFile {
  /** Stands for every result and notice. */
  digest: string;
}

/** Called after each step with how much is done of all, as far as that is known. */
export type OnResultStep = (done: number, total: number) => Promise<void> | void;

/**
 * Reads a file and matches it to the payments that were sent. Changes nothing.
 * @throws AppError invalid_input with line and reason (of another company, cut off, another encoding), conflict (no bank
 *   is configured), payload_too_large
 */
export async function readPaymentResults(
  file: ResultFile,
  onStep: OnResultStep = () => {},
): Promise<ReadResults> {
  const found: MatchedFile = { results: [], notices: [] };
  for await (const { results, notices, done, total } of matchSteps(file)) {
    found.results.push(...results);
    found.notices.push(...notices);
    await onStep(done, total);
  }
  return { ...found, digest: await digestOf(file.format, found) };
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

/** Payments that a file marks, and those that are marked so already. */
export interface ResultCounts {
  paid: number;
  returned: number;
  already: number;
}

/** An attempt to mark what a file reports; one that died is followed by another one. */
export interface MarkAttempt {
  /** Distinguishes these attempts from others, in the audit log. */
  key?: string;
  /** What the file marked when it was confirmed: an earlier attempt has begun to mark it. */
  begun?: ResultCounts | undefined;
  /** Called before anything is marked: the next attempt has to be given this as `begun`. */
  onBegin?: (counts: ResultCounts) => Promise<void>;
  onStep?: OnResultStep;
}

/**
 * Marks what a file reports, if it is still what was shown. Safe to repeat: a payment that is marked so already stays as
 * it is, and what a process that died has left is marked by the next try. A returned amount is payable again, once.
 * @param digest of the preview
 * @returns the first RESULT_LINES_SHOWN of those that were refused, and how many there were
 * @throws AppError as readPaymentResults; conflict when the file would mark something else than was shown
 */
export async function markPaymentResults(
  file: ResultFile,
  digest: string,
  by: By,
  { key, begun, onBegin, onStep = () => {} }: MarkAttempt = {},
): Promise<PaymentResultsOutcome> {
  const hash = createHash('sha256');
  const read = await readPaymentResults({ ...file, content: hashed(file.content, hash) }, onStep);
  const fresh = read.results.filter(({ already }) => !already);
  const found = countsOf(read.results);
  if (!begun) {
    if (read.digest !== digest) {
      throw new AppError(
        'conflict',
        'Payments were marked since this was shown. Nothing was marked: look at it again',
      );
    }
    if (fresh.length > 0) {
      await writeAudit({
        ...by,
        action: 'payment-results.confirmed',
        subject: { type: 'payFile', id: file.format },
        after: { format: file.format, sha256: hash.digest('hex'), payments: fresh.length },
        ...(key && { key }),
      });
    }
    await onBegin?.(found);
  }
  // What an earlier attempt has marked is marked by this file, too.
  const { paid, returned, already } = begun ?? found;
  const outcome: PaymentResultsOutcome = {
    paid: paid - found.paid,
    returned: returned - found.returned,
    already,
    refused: [],
    refusedCount: 0,
  };
  const lines = read.results.length + read.notices.length;
  let done = lines;
  for (const state of ['returned', 'paid'] as const)
    for (const step of stepsOf(fresh.filter((result) => result.state === state))) {
      const reasons = new Map(step.map(({ payrollID, reason }) => [payrollID, reason]));
      const marks = { payrollIDs: [...reasons.keys()], state, reasons, source: file.format, by };
      for (const mark of await markPayments(marks)) {
        if (mark.outcome === 'marked') outcome[state] += 1;
        else if (mark.outcome === 'already') outcome.already += 1;
        else {
          outcome.refusedCount += 1;
          if (outcome.refused.length < RESULT_LINES_SHOWN)
            outcome.refused.push({ payrollID: mark.payrollID, reason: mark.reason ?? '' });
        }
      }
      done += step.length;
      await onStep(done, lines + fresh.length);
    }
  return outcome;
}

/** How many payments results mark, by state. */
export function countsOf(results: readonly MatchedResult[]): ResultCounts {
  const counts = { paid: 0, returned: 0, already: 0 };
  for (const { state, already } of results) counts[already ? 'already' : state] += 1;
  return counts;
}

async function* hashed(content: FileContent, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}
