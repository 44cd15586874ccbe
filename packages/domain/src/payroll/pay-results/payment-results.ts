import { randomBytes } from 'node:crypto';
import type { ErrorCode, FieldErrors, PayFileFormat, PaymentResultsOutcome } from '@partnerdesk/contracts';
import { AppError, actorName, MESSAGE, RESULT_LINES_SHOWN } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { catchUpLedger } from '../../ledger';
import { type By, isDuplicateKey, plainModel, type Storage, sha256, writeAudit } from '../../platform';
import { markPayments } from '../mark-payments';
import { type PaymentMark, PaymentMarkModel, PayrollModel } from '../payroll.models';
import { takeRun } from '../payroll-runs';
import type { MatchedFile, MatchedResult, OnStep, ReadResults } from './match-results';
import {
  MARKED_RETURNED,
  type ResultFile,
  type ResultNotice,
  readPaymentResults,
  stepsOf,
} from './match-results';

/** A file of results that a clerk has sent: how far the worker is with it, and what came of it. */
export interface ResultRunRecord {
  /** Also the id of its job. */
  _id: string;
  /** Of the person who sent it, once its bytes are stored and until its end: a person has one at a time. */
  activeKey?: string;
  format: PayFileFormat;
  settings?: AchSettings;
  /** Key of its bytes in the storage, while it has not ended. */
  file: string;
  /** Marks what a preview with this digest has shown; missing: it is a preview. */
  digest?: string;
  by: By;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** Lines that are matched and payments that are marked, of all that are known. */
  done: number;
  total: number;
  /** Counts up with each worker that takes it. */
  attempt: number;
  /** Marks: the journal's newest record before any was marked. */
  begunAfter?: number;
  preview?: ReturnType<typeof previewOf>;
  outcome?: PaymentResultsOutcome;
  /** Why it failed, for the clerk. */
  refusal?: { code: ErrorCode; message: string; fields?: FieldErrors | undefined };
  createdAt: Date;
}

export const ResultRunModel = plainModel<ResultRunRecord>('ResultRun', 'resultRuns', String, [
  [{ activeKey: 1 }, { unique: true, partialFilterExpression: { activeKey: { $exists: true } } }],
  [{ createdAt: 1 }],
]);

/** A run that ends its workers so often is given up, so that the clerk sees that it failed. */
const MAX_ATTEMPTS = 10;
const MARKED_IN_PART = 'Some payments may be marked: choose the file again to see which';
/** How long a run is kept (ms). */
const KEPT_MS = 24 * 3_600_000;

/** Stores a file for a worker (docs/RULES.md, Payroll "Results"). @throws AppError too_many_requests while one is read */
export async function openResultRun(
  storage: Storage,
  sent: Pick<ResultRunRecord, 'format' | 'by' | 'settings' | 'digest'> & { bytes: Buffer },
): Promise<ResultRunRecord> {
  const { bytes, settings, ...asked } = sent;
  const name = randomBytes(16).toString('hex');
  const run: ResultRunRecord = {
    ...asked,
    _id: `read-payment-results.${name}`,
    ...(settings && { settings: withoutOffset(settings) }),
    file: `results/${name}.txt`,
    state: 'waiting',
    done: 0,
    total: 0,
    attempt: 0,
    createdAt: new Date(),
  };
  // First: the file of a process that dies is found by it.
  await ResultRunModel.collection.insertOne(run as never);
  await storage.put(run.file, bytes);
  try {
    const activeKey = `${run.by.actor.kind}.${run.by.actor.id}`;
    await ResultRunModel.updateOne({ _id: run._id }, { $set: { activeKey } });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await remove(storage, run);
    throw new AppError('too_many_requests', 'Your last file is still being read');
  }
  return run;
}

/** No account number is stored in clear (docs/RULES.md, Accounts and access), and reading returns needs none. */
const withoutOffset = ({ offset: _offset, ...settings }: AchSettings): AchSettings => settings;

/** null when there is none (any more). */
export const findResultRun = (runID: string): Promise<ResultRunRecord | null> =>
  ResultRunModel.findById(runID).lean<ResultRunRecord>().exec();

export async function openResultRuns(): Promise<string[]> {
  const runs = await ResultRunModel.find({ activeKey: { $exists: true } }, { _id: 1 }).lean();
  return runs.map(({ _id }) => _id);
}

class Superseded extends Error {}

/**
 * Reads the file of a run, and marks what it reports if the run asks for it. Safe to repeat and to race with itself: what
 * a worker that died has marked counts as marked by the run, and of two workers the earlier one stops.
 * @param onStep called after each saved step; for tests
 */
export async function performResultRun(
  storage: Storage,
  runID: string,
  onStep: OnStep = () => {},
): Promise<void> {
  const run = await takeRun(ResultRunModel, runID);
  if (!run) return;
  const mine = { _id: runID, attempt: run.attempt, state: 'active' as const };
  const save = async (set: Partial<ResultRunRecord>) => {
    const { matchedCount } = await ResultRunModel.updateOne(mine, { $set: set });
    if (matchedCount === 0) throw new Superseded();
  };
  const finish = async (set: Partial<ResultRunRecord>) => {
    const { matchedCount } = await ResultRunModel.updateOne(mine, { $set: set, $unset: { activeKey: '' } });
    // Otherwise another worker has the run by now, and reads its file.
    if (matchedCount > 0) await storage.remove(run.file);
  };
  try {
    if (run.attempt > MAX_ATTEMPTS) throw new AppError('conflict', MESSAGE.genericError);
    const { format, settings, digest, by, begunAfter } = run;
    const bytes = await storage.get(run.file);
    if (!bytes) throw new AppError('conflict', 'The file is gone: please send it again');
    const file = { format, settings, bytes };
    const saved: OnStep = async (done, total) => {
      await save({ done, total });
      await onStep(done, total);
    };
    const onBegin = (head: number) => save({ begunAfter: head });
    const attempt = { key: runID, begunAfter, onBegin, onStep: saved };
    const answer =
      digest === undefined
        ? { preview: previewOf(await readPaymentResults(file, saved)) }
        : { outcome: await markPaymentResults(file, digest, by, attempt) };
    await finish({ ...answer, state: 'completed' });
  } catch (error) {
    if (error instanceof Superseded) return;
    // An AppError is an answer. Anything else may pass: the run stays open and is tried again.
    if (!(error instanceof AppError)) throw error;
    const { code, fields } = error;
    // Whatever has ended it, an earlier attempt had begun to mark.
    const message = run.begunAfter === undefined ? error.message : `${error.message}. ${MARKED_IN_PART}`;
    await finish({ state: 'failed', refusal: { code, message, ...(fields && { fields }) } });
  }
}

/** What a file would mark: its first lines, and figures of all of them. */
function previewOf({ digest, results, notices }: ReadResults) {
  const counts = { paid: 0, returned: 0, already: 0, notices: notices.length };
  const cents = { paid: 0, returned: 0, already: 0 };
  for (const { already, state, cents: each } of results) {
    const now = already ? 'already' : state;
    counts[now] += 1;
    cents[now] += each;
  }
  return {
    digest,
    results: results.slice(0, RESULT_LINES_SHOWN),
    notices: notices.slice(0, RESULT_LINES_SHOWN),
    counts,
    paidCents: cents.paid,
    returnedCents: cents.returned,
  };
}

/** Whose payments the lines of a preview are, by payrollID. */
export async function payeesOfResults({ results, notices }: MatchedFile) {
  const ids = [...results, ...notices].flatMap(({ payrollID }) => payrollID ?? []);
  const payrolls = await PayrollModel.find({ _id: { $in: ids } }, { kind: 1, personID: 1, name: 1 }).lean();
  return new Map<number | undefined, (typeof payrolls)[number]>(payrolls.map((each) => [each._id, each]));
}

/** Removes runs that nobody waits for any more, with what is left of their files. */
export async function removeOldResultRuns(storage: Storage, now = Date.now()): Promise<void> {
  const old = await ResultRunModel.find({
    createdAt: { $lt: new Date(now - KEPT_MS) },
    activeKey: { $exists: false },
  }).lean<ResultRunRecord[]>();
  for (const run of old) await remove(storage, run);
}

async function remove(storage: Storage, { _id, file }: ResultRunRecord): Promise<void> {
  await storage.remove(file);
  await ResultRunModel.deleteOne({ _id });
}

const CHANGED = 'Payments were marked since this was shown. Nothing was marked: look at it again';

/** An attempt to mark what a file reports; one that died is followed by another one. */
interface MarkAttempt {
  /** Distinguishes these attempts from others, in the audit log. */
  key?: string;
  /** The journal's newest record when an earlier attempt began to mark the file. */
  begunAfter?: number | undefined;
  /** Called before anything is marked: the next attempt has to be given this as `begunAfter`. */
  onBegin?: (begunAfter: number) => Promise<void>;
  onStep?: OnStep;
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
  const head = await catchUpLedger();
  const read = await readPaymentResults(file, onStep);
  const fresh = read.results.filter(({ already }) => !already);
  if (begunAfter === undefined) {
    if (read.digest !== digest) throw new AppError('conflict', CHANGED);
    if (fresh.length > 0) {
      await writeAudit({
        ...by,
        action: 'payment-results.confirmed',
        subject: { type: 'payFile', id: file.format },
        after: { format: file.format, sha256: sha256(file.bytes), payments: fresh.length },
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
