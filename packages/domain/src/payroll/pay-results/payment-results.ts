import { createHash, type Hash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import type { PayFileFormat, PaymentResultsOutcome } from '@partnerdesk/contracts';
import { AppError, actorName, RESULT_LINES_SHOWN } from '@partnerdesk/contracts';
import { catchUpLedger } from '../../ledger';
import { type By, writeAudit } from '../../platform';
import { markPayments } from '../mark-payments';
import { type PaymentMark, PaymentMarkModel } from '../payroll.models';
import type { MatchedFile, MatchedResult, ResultFile, ResultNotice } from './match-results';
import { MARKED_RETURNED, matchSteps, stepsOf } from './match-results';
import type { FileContent } from './result-file';

/** What a file would mark, and what stands for every result and notice. */
export type ReadResults = MatchedFile & { digest: string };

/** Called after each step with how much is done of all, as far as that is known. */
export type OnResultStep = (done: number, total: number) => Promise<void> | void;

/** Reads and matches a file; changes nothing. @throws AppError as matchSteps */
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

/** An attempt to mark what a file reports; one that died is followed by another one. */
export interface MarkAttempt {
  /** Distinguishes these attempts from others, in the audit log. */
  key?: string;
  /** The journal's newest record when an earlier attempt began to mark the file. */
  begunAfter?: number | undefined;
  /** Called before anything is marked: the next attempt has to be given this as `begunAfter`. */
  onBegin?: (begunAfter: number) => Promise<void>;
  onStep?: OnResultStep;
}

/**
 * Marks what a file reports, if it is still what was shown. Safe to repeat: what a process that died has left is marked by
 * the next try. @param digest of the preview @returns the first RESULT_LINES_SHOWN of the refused, and how many there were
 * @throws AppError as readPaymentResults; conflict when something else would be marked than was shown
 */
export async function markPaymentResults(
  file: ResultFile,
  digest: string,
  by: By,
  { key, begunAfter, onBegin, onStep = () => {} }: MarkAttempt = {},
): Promise<PaymentResultsOutcome> {
  const hash = createHash('sha256');
  const head = await catchUpLedger();
  const read = await readPaymentResults({ ...file, content: hashed(file.content, hash) }, onStep);
  const fresh = read.results.filter(({ already }) => !already);
  if (begunAfter === undefined) {
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
    await onBegin?.(head);
  }
  const outcome = await outcomeSoFar(read, file.format, by, begunAfter ?? head);
  const lines = read.results.length + read.notices.length;
  let done = lines;
  for (const state of ['returned', 'paid'] as const)
    for (const step of stepsOf(fresh.filter((result) => result.state === state))) {
      const reasons = new Map(step.map(({ payrollID, reason }) => [payrollID, reason]));
      const marks = { payrollIDs: [...reasons.keys()], state, reasons, source: file.format, by };
      for (const mark of await markPayments(marks)) {
        if (mark.outcome === 'marked') outcome[state] += 1;
        else if (mark.outcome === 'already') outcome.already += 1;
        else addRefused(outcome, mark.payrollID, mark.reason);
      }
      done += step.length;
      await onStep(done, lines + fresh.length);
    }
  return outcome;
}

/**
 * What is marked before an attempt marks anything: by those before it, or by others, who also may have returned meanwhile
 * what the file reports as paid. @param begunAfter the record after which the first attempt has begun
 */
async function outcomeSoFar(
  { results, notices }: MatchedFile,
  format: PayFileFormat,
  by: By,
  begunAfter: number,
): Promise<PaymentResultsOutcome> {
  const outcome: PaymentResultsOutcome = { paid: 0, returned: 0, already: 0, refused: [], refusedCount: 0 };
  const lines = [
    ...results.filter(({ already }) => already),
    ...notices.filter(({ reason }) => reason === MARKED_RETURNED),
  ];
  for (const step of stepsOf<MatchedResult | ResultNotice>(lines)) {
    const payrollIDs = step.map(({ payrollID = 0 }) => payrollID);
    const marks = await PaymentMarkModel.find({ payrollID: { $in: payrollIDs }, seq: { $gt: begunAfter } })
      .sort({ number: -1 })
      .lean<PaymentMark[]>();
    const firstMarks = new Map(marks.map((mark) => [mark.payrollID, mark]));
    for (const { payrollID = 0, reason, ...line } of step) {
      const first = firstMarks.get(payrollID);
      // Marks by hand have no source, and a person's files are marked one after the other.
      const isOwn = first?.source === format && first.by === actorName(by.actor);
      if (isOwn && first.state !== 'executed') outcome[first.state] += 1;
      else if ('already' in line) outcome.already += 1;
      else if (first) addRefused(outcome, payrollID, reason);
    }
  }
  return outcome;
}

function addRefused(outcome: PaymentResultsOutcome, payrollID: number, reason = ''): void {
  outcome.refusedCount += 1;
  if (outcome.refused.length < RESULT_LINES_SHOWN) outcome.refused.push({ payrollID, reason });
}

async function* hashed(content: FileContent, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}
