import { randomBytes } from 'node:crypto';
import { AppError, type PayFileFormat, type PayrollType } from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { type Actor, type By, isDuplicateKey, plainModel, slicesOf, writeAudit } from '../platform';
import type { ExecuteItem, ExecuteOutcome } from './execute-payroll';
import { checkEndDateOrThrow } from './generate-payroll';
import type { PayrollRecord } from './payroll.models';

/** What a clerk asked the worker for, how far it is, and what came of it. */
export interface PayrollRunRecord {
  /** Also the id of its job. */
  _id: string;
  /** request: an execution that a second person has to approve first. */
  kind: 'generate' | 'execute' | 'request' | 'report';
  /** Present while it is waited for or under way: the same question then finds this run. */
  activeKey?: string;
  payrollType: PayrollType;
  startDate?: string;
  endDate: string;
  /** 0: everybody. */
  personID: number;
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';
  done: number;
  total: number;
  /** Rows there are so far, and what they add up to. */
  rows: number;
  amountCents: number;
  /** Generations: rows whose account changed recently, those of them that 'all' leaves out, and their sum. */
  accountsChanged?: number;
  accountsHeld?: number;
  heldCents?: number;
  outcomes: Record<string, number>;
  cancelRequested: boolean;
  /** Executions and requests: whether its rows name the people to pay. */
  itemsReady: boolean;
  /** Executions that name nobody: the attempt that wrote down whom to pay; missing: those who asked. */
  itemsAttempt?: number;
  /** Requests: what waits for a second person; executions: what one has approved. */
  approvalID?: number;
  /** Executions and requests: pay files that are to be made of what is executed. */
  fileFormats?: PayFileFormat[];
  /** Counts up with each worker that takes it; an earlier one then stops. */
  attempt: number;
  requestedBy: Actor;
  /** By which call, and from where. */
  origin?: Omit<By, 'actor'>;
  createdAt: Date;
  finishedAt?: Date;
  /** Why it failed, for the clerk. */
  error?: string;
}

/** ROWS_PER_PAGE rows of a run, of executions one for each person. Its id is pageIdOf. */
export interface PayrollRunPage {
  _id: string;
  runID: string;
  /** Executions: every row has its outcome. */
  finished?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: rows of four kinds
  rows: any[];
}

/** A person of an execution as stored: whom to pay, and what became of it. */
export interface ExecuteRow extends ExecuteItem {
  name: string;
  outcome?: ExecuteOutcome['outcome'];
  payrollID?: number;
  cents?: number;
  paymentType?: number;
  paymentInfo?: string;
  /** What the balance is now, when it changed. */
  now?: Record<string, unknown>;
  reason?: string;
}

/** What a row says of the payroll that paid it. */
export function paidBy(payroll: PayrollRecord) {
  const { _id: payrollID, startPeriod, endPeriod, amountCents: cents, paymentType, paymentInfo } = payroll;
  return { payrollID, startPeriod, endPeriod, cents, paymentType, paymentInfo };
}

/** Rows of one document: few documents for 50,000 rows, and one step of an execution each. */
export const ROWS_PER_PAGE = 100;

export const PayrollRunModel = plainModel<PayrollRunRecord>('PayrollRun', 'payrollRuns', String, [
  [{ activeKey: 1 }, { unique: true, partialFilterExpression: { activeKey: { $exists: true } } }],
  [{ payrollType: 1, createdAt: -1 }],
]);
export const PayrollRunPageModel = plainModel<PayrollRunPage>('PayrollRunPage', 'payrollRunPages', String, [
  [{ runID: 1 }],
  // Somebody's rows, for what is exported and erased of them.
  [{ 'rows.personID': 1 }],
]);

/** Whether a run is completed, failed or cancelled; it stays so. */
export const hasEnded = ({ state }: Pick<PayrollRunRecord, 'state'>): boolean =>
  state !== 'waiting' && state !== 'active';

/** Whether a run requested nothing, as everybody whom it names is paid: its rows are those payments. */
export const isPaidAlready = ({ kind, state, approvalID }: PayrollRunRecord): boolean =>
  kind === 'request' && state === 'completed' && approvalID === undefined;

/** Id of a page; sorts by attempt, of up to 99, and page within the run. Input pages of executions belong to no attempt. */
export function pageIdOf(runID: string, attempt: number, page: number): string {
  // Ids are texts, in which 10 lies before 9.
  const order = attempt < 10 ? attempt : `a${attempt}`;
  return `${runID}|${order}|${String(page).padStart(6, '0')}`;
}

/** The attempt whose pages hold a run's rows. */
export const rowsAttemptOf = (run: Pick<PayrollRunRecord, 'kind' | 'attempt' | 'itemsAttempt'>): number =>
  run.kind === 'execute' ? (run.itemsAttempt ?? 0) : run.attempt;

export const findPage = <Row>(pageID: string) =>
  PayrollRunPageModel.findById(pageID).lean<Omit<PayrollRunPage, 'rows'> & { rows: Row[] }>();

/** Runs kept of each payroll type; the payrolls themselves are kept for good. */
export const KEPT_RUNS = 50;

export interface OpenRunInput
  extends Pick<
    PayrollRunRecord,
    'kind' | 'payrollType' | 'startDate' | 'endDate' | 'personID' | 'fileFormats' | 'origin'
  > {
  /** Executions and requests: whom to pay; without it everybody with an open payout, or the one person. */
  items?: readonly ExecuteItem[];
  /** Executions: distinguishes runs while they are under way, such as a hash of what was reviewed. */
  digest?: string;
  by: Actor;
}

const NOT_BEGUN = { state: 'waiting', done: 0, amountCents: 0, cancelRequested: false, attempt: 0 } as const;

export const newRun = (
  run: Omit<PayrollRunRecord, keyof typeof NOT_BEGUN | 'outcomes' | 'total' | 'createdAt'>,
): PayrollRunRecord => ({ ...run, ...NOT_BEGUN, outcomes: {}, total: run.rows, createdAt: new Date() });

/**
 * Stores what is asked for, for a worker. While the same is waited for or under way, that run is answered: a double click
 * and two clerks are one run. @throws AppError invalid_input for an end date after today (generate, execute)
 */
export async function openRun(input: OpenRunInput): Promise<PayrollRunRecord> {
  if (input.kind !== 'report') checkEndDateOrThrow(input.endDate);
  const { kind, payrollType, startDate, endDate, personID, items, digest, fileFormats, by, origin } = input;
  const parts = ['payroll-run', kind, payrollType, startDate, endDate, personID, digest];
  const activeKey = parts.filter((part) => part !== undefined).join('.');
  const existing = await PayrollRunModel.findOne({ activeKey }).lean<PayrollRunRecord>();
  if (existing) return existing;
  const run = newRun({
    _id: `${activeKey}.${Date.now().toString(36)}${randomBytes(3).toString('hex')}`,
    kind,
    activeKey,
    payrollType,
    ...(startDate && { startDate }),
    endDate,
    personID,
    rows: items?.length ?? 0,
    itemsReady: items !== undefined,
    ...(fileFormats && { fileFormats }),
    requestedBy: { kind: by.kind, id: by.id, emailAddress: by.emailAddress },
    ...(origin && { origin }),
  });
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

/** Takes a run for a worker, from the one that has it; null: it has ended. */
export const takeRun = <Run extends { _id: string }>(model: Model<Run>, _id: string): Promise<Run | null> =>
  model
    .findOneAndUpdate(
      { _id, state: { $in: ['waiting', 'active'] } } as never,
      { $inc: { attempt: 1 }, $set: { state: 'active' } } as never,
      { returnDocument: 'after' },
    )
    .lean<Run>()
    .exec();

/** null when there is none (any more). */
export const findRun = (runID: string): Promise<PayrollRunRecord | null> =>
  PayrollRunModel.findById(runID).lean<PayrollRunRecord>().exec();

/** @throws AppError not_found */
export async function findRunOrThrow(runID: string): Promise<PayrollRunRecord> {
  const run = await findRun(runID);
  if (!run) throw new AppError('not_found', 'There is no such run (any more)');
  return run;
}

const LISTED = 10;

/** The latest runs of a payroll type, newest first, and of those before them what is under way. */
export async function listRuns(payrollType: PayrollType): Promise<PayrollRunRecord[]> {
  const [latest, open] = await Promise.all([
    PayrollRunModel.find({ payrollType }).sort({ createdAt: -1 }).limit(LISTED).lean<PayrollRunRecord[]>(),
    openRuns(),
  ]);
  const isListed = new Set(latest.map(({ _id }) => _id));
  const before = open.filter((run) => run.payrollType === payrollType && !isListed.has(run._id));
  return [...latest, ...before.reverse()];
}

/** Runs that are waited for or under way, oldest first. */
export const openRuns = (): Promise<PayrollRunRecord[]> =>
  PayrollRunModel.find({ activeKey: { $exists: true } })
    .sort({ createdAt: 1 })
    .lean<PayrollRunRecord[]>()
    .exec();

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
    const page = await findPage<Row>(pageIdOf(run._id, attempt, Math.floor(index / ROWS_PER_PAGE)));
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
