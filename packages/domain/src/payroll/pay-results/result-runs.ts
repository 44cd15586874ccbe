import { randomBytes } from 'node:crypto';
import type {
  ErrorCode,
  FieldErrors,
  PayFileFormat,
  PaymentResultsOutcome,
  PaymentResultsPreview,
} from '@partnerdesk/contracts';
import { AppError, MESSAGE, RESULT_LINES_SHOWN } from '@partnerdesk/contracts';
import type { AchSettings } from '@partnerdesk/node';
import { type By, isDuplicateKey, plainModel, type Storage } from '../../platform';
import { PayrollModel, type PayrollRecord } from '../payroll.models';
import { takeRun } from '../payroll-runs';
import type { MatchedFile, ResultFile } from './match-results';
import type { MarkAttempt, ReadResults } from './payment-results';
import { markPaymentResults, readPaymentResults } from './payment-results';

/** What a file would mark: its first lines, and figures of all of them. */
export interface ResultsPreviewCents extends MatchedFile, Pick<PaymentResultsPreview, 'digest' | 'counts'> {
  paidCents: number;
  returnedCents: number;
}

/** A file of results that a clerk has sent: how far the worker is with it, and what came of it. */
export interface ResultRunRecord {
  /** Also the id of its job. */
  _id: string;
  /** Of the person who sent it, while it is waited for or under way: a person has one at a time. */
  activeKey?: string;
  format: PayFileFormat;
  settings?: AchSettings;
  /** Key of its bytes in the storage, while it has not ended. */
  file: string;
  /** Marks what a preview with this digest has shown; missing: it is a preview. */
  digest?: string;
  by: By;
  /** arriving: its bytes are being stored. */
  state: 'arriving' | 'waiting' | 'active' | 'completed' | 'failed';
  /** Lines that are matched and payments that are marked, of all that are known. */
  done: number;
  total: number;
  /** Counts up with each worker that takes it. */
  attempt: number;
  /** Marks: the journal's newest record before any was marked. */
  begunAfter?: number;
  preview?: ResultsPreviewCents;
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
  { bytes, ...sent }: Pick<ResultRunRecord, 'format' | 'by' | 'settings' | 'digest'> & { bytes: Buffer },
): Promise<ResultRunRecord> {
  const { format, by, settings, digest } = sent;
  const name = randomBytes(16).toString('hex');
  const run: ResultRunRecord = {
    _id: `read-payment-results.${name}`,
    format,
    ...(settings && { settings: withoutOffset(settings) }),
    file: `results/${name}.txt`,
    ...(digest !== undefined && { digest }),
    by,
    state: 'arriving',
    done: 0,
    total: 0,
    attempt: 0,
    createdAt: new Date(),
  };
  // First: the file of a process that dies is found by it.
  await ResultRunModel.collection.insertOne(run as never);
  await storage.put(run.file, bytes);
  try {
    const activeKey = `${by.actor.kind}.${by.actor.id}`;
    await ResultRunModel.updateOne({ _id: run._id }, { $set: { state: 'waiting', activeKey } });
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
  onStep: (done: number, total: number) => Promise<void> | void = () => {},
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
    if (run.attempt > MAX_ATTEMPTS)
      throw new AppError('conflict', run.begunAfter === undefined ? MESSAGE.genericError : MARKED_IN_PART);
    const answer = await answerOf(storage, run, {
      onBegin: (begunAfter) => save({ begunAfter }),
      onStep: async (done, total) => {
        await save({ done, total });
        await onStep(done, total);
      },
    });
    await finish({ ...answer, state: 'completed' });
  } catch (error) {
    if (error instanceof Superseded) return;
    // An AppError is an answer. Anything else may pass: the run stays open and is tried again.
    if (!(error instanceof AppError)) throw error;
    const { code, message, fields } = error;
    await finish({ state: 'failed', refusal: { code, message, ...(fields && { fields }) } });
  }
}

async function answerOf(
  storage: Storage,
  { _id, format, settings, file, digest, by, begunAfter }: ResultRunRecord,
  steps: Required<Pick<MarkAttempt, 'onBegin' | 'onStep'>>,
): Promise<Pick<ResultRunRecord, 'preview' | 'outcome'>> {
  const bytes = await storage.get(file);
  if (!bytes) throw new AppError('conflict', 'The file is gone: please send it again');
  const sent: ResultFile = { format, settings, content: [bytes] };
  if (digest === undefined) return { preview: previewOf(await readPaymentResults(sent, steps.onStep)) };
  return { outcome: await markPaymentResults(sent, digest, by, { ...steps, key: _id, begunAfter }) };
}

function previewOf({ digest, results, notices }: ReadResults): ResultsPreviewCents {
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
export async function payeesOfResults({
  results,
  notices,
}: MatchedFile): Promise<ReadonlyMap<number | undefined, Pick<PayrollRecord, 'kind' | 'personID' | 'name'>>> {
  const ids = [...results, ...notices].flatMap(({ payrollID }) => payrollID ?? []);
  const payrolls = await PayrollModel.find({ _id: { $in: ids } }, { kind: 1, personID: 1, name: 1 }).lean();
  return new Map(payrolls.map((payroll) => [payroll._id, payroll]));
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
