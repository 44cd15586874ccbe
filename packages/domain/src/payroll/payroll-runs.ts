import { randomBytes } from 'node:crypto';
import { AppError, type BusinessDay, type PayFileFormat, type PayrollType } from '@partnerdesk/contracts';
import { type Actor, type By, isDuplicateKey, slicesOf, writeAudit } from '../platform';
import type { ExecuteItem } from './execute-payroll';
import { checkEndDateOrThrow } from './generate-payroll';
import {
  hasEnded,
  type PayrollRunKind,
  PayrollRunModel,
  PayrollRunPageModel,
  type PayrollRunRecord,
  pageIdOf,
  ROWS_PER_PAGE,
  rowsAttemptOf,
} from './payroll-run.model';
/** Runs kept of each payroll type; the payrolls themselves are kept for good. */
export const KEPT_RUNS = 50;

export interface OpenRunInput {
  kind: PayrollRunKind;
  payrollType: PayrollType;
  startDate?: BusinessDay;
  endDate: BusinessDay;
  /** 0: everybody. */
  personID: number;
  /** Executions and requests: whom to pay; without it everybody with an open payout, or the one person. */
  items?: readonly ExecuteItem[];
  /** Executions: distinguishes runs while they are under way, such as a hash of what was reviewed. */
  digest?: string;
  /** Executions and requests: pay files to make of what is executed. */
  fileFormats?: PayFileFormat[];
  by: Actor;
}

/**
 * Stores what is asked for, so that a worker can do it and anybody can follow it. While the same thing is
 * waited for or under way, that run is answered: a double click and two clerks are one run.
 * @throws AppError invalid_input for an end date after today (generate, execute)
 */
export async function openRun(input: OpenRunInput): Promise<PayrollRunRecord> {
  if (input.kind !== 'report') checkEndDateOrThrow(input.endDate);
  const { kind, payrollType, startDate, endDate, personID, items, digest, fileFormats, by } = input;
  const parts = ['payroll-run', kind, payrollType, startDate, endDate, personID, digest];
  const activeKey = parts.filter((part) => part !== undefined).join('.');
  const existing = await PayrollRunModel.findOne({ activeKey }).lean<PayrollRunRecord>();
  if (existing) return existing;
  const run: PayrollRunRecord = {
    _id: `${activeKey}.${Date.now().toString(36)}${randomBytes(3).toString('hex')}`,
    kind,
    activeKey,
    payrollType,
    ...(startDate && { startDate }),
    endDate,
    personID,
    state: 'waiting',
    done: 0,
    total: items?.length ?? 0,
    rows: items?.length ?? 0,
    amountCents: 0,
    outcomes: {},
    cancelRequested: false,
    itemsReady: items !== undefined,
    ...(fileFormats && { fileFormats }),
    attempt: 0,
    requestedBy: { kind: by.kind, id: by.id, emailAddress: by.emailAddress },
    createdAt: new Date(),
  };
  // The rows first: a process that finds the run finds them.
  if (items) await writeRows(run._id, 0, 0, items);
  try {
    await PayrollRunModel.collection.insertOne(run as never);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await PayrollRunPageModel.deleteMany({ runID: run._id });
    const winner = await PayrollRunModel.findOne({ activeKey }).lean<PayrollRunRecord>();
    return winner ?? openRun(input);
  }
  await forgetOldRuns(payrollType);
  return run;
}

async function forgetOldRuns(payrollType: PayrollType): Promise<void> {
  // What a second person was shown is kept for good.
  const isForgotten = [{ kind: { $ne: 'request' as const } }, { approvalID: { $exists: false } }];
  const old = await PayrollRunModel.find({ payrollType, $or: isForgotten }, { state: 1 })
    .sort({ createdAt: -1 })
    .skip(KEPT_RUNS)
    .lean<PayrollRunRecord[]>();
  for (const run of old.filter(hasEnded)) {
    await PayrollRunPageModel.deleteMany({ runID: run._id });
    await PayrollRunModel.deleteOne({ _id: run._id });
  }
}

/** Writes rows from `firstPage` on; writing the same again changes nothing. */
export async function writeRows(
  runID: string,
  attempt: number,
  firstPage: number,
  rows: readonly object[],
): Promise<void> {
  const pages = [...slicesOf(rows, ROWS_PER_PAGE)].map((page, index) => ({
    replaceOne: {
      filter: { _id: pageIdOf(runID, attempt, firstPage + index) },
      replacement: { runID, rows: page },
      upsert: true,
    },
  }));
  if (pages.length) await PayrollRunPageModel.collection.bulkWrite(pages as never, { ordered: false });
}

/** null when there is none (any more). */
export function findRun(runID: string): Promise<PayrollRunRecord | null> {
  return PayrollRunModel.findById(runID).lean<PayrollRunRecord>().exec();
}

/** @throws AppError not_found */
export async function findRunOrThrow(runID: string): Promise<PayrollRunRecord> {
  const run = await findRun(runID);
  if (!run) throw new AppError('not_found', 'There is no such run (any more)');
  return run;
}

/** The latest runs of a payroll type, newest first. */
export function listRuns(payrollType: PayrollType, limit = 10): Promise<PayrollRunRecord[]> {
  return PayrollRunModel.find({ payrollType })
    .sort({ createdAt: -1 })
    .limit(limit)
    .lean<PayrollRunRecord[]>()
    .exec();
}

/** Runs that are waited for or under way, oldest first. */
export function openRuns(): Promise<PayrollRunRecord[]> {
  return PayrollRunModel.find({ activeKey: { $exists: true } })
    .sort({ createdAt: 1 })
    .lean<PayrollRunRecord[]>()
    .exec();
}

/** Asks for a run's end: the worker stops at its next step, and what is executed by then stays executed. */
export async function cancelRun(runID: string, by: By): Promise<PayrollRunRecord> {
  const run = await findRunOrThrow(runID);
  if (hasEnded(run)) return run;
  await writeAudit({ ...by, action: 'payroll-run.cancelled', subject: { type: 'payrollRun', id: runID } });
  await PayrollRunModel.updateOne(
    { _id: runID, state: { $in: ['waiting', 'active'] } },
    { $set: { cancelRequested: true } },
  );
  return findRunOrThrow(runID);
}

/** Rows of a run from `offset` on, in pages as they are stored: what is asked for lies within them. */
export async function* readRunPages<Row>(
  run: PayrollRunRecord,
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<Row[]> {
  const attempt = rowsAttemptOf(run);
  const end = Math.min(run.rows, offset + limit);
  for (let index = offset; index < end; ) {
    const page = await PayrollRunPageModel.findById(
      pageIdOf(run._id, attempt, Math.floor(index / ROWS_PER_PAGE)),
    ).lean<{ rows: Row[] }>();
    const first = index % ROWS_PER_PAGE;
    const rows = (page?.rows ?? []).slice(first, first + end - index);
    if (rows.length === 0) return;
    yield rows;
    index += rows.length;
  }
}

/** As readRunPages, in one list. */
export async function readRunRows<Row>(run: PayrollRunRecord, offset: number, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of readRunPages<Row>(run, offset, limit)) rows.push(...page);
  return rows;
}
