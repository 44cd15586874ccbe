import { AppError, MESSAGE } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { noteExecution } from './approval/decide-approval';
import { requestExecution, type SaveRun } from './approval/request-execution';
import { executePayroll, openItems } from './execute-payroll';
import type { PayrollRowCents, ReportRow } from './generate-payroll';
import { generateInSteps, loadPayeePeople, reportInSteps, rowFlags } from './generate-payroll';
import { payeeKindOf } from './payroll.models';
import {
  type ExecuteRow,
  findPage,
  PayrollRunModel,
  PayrollRunPageModel,
  type PayrollRunRecord,
  pageIdOf,
  paidBy,
  ROWS_PER_PAGE,
  rowsAttemptOf,
  takeRun,
  writeRows,
} from './payroll-runs';

/** A run that ends its workers so often is given up, so that the clerk sees that it failed. */
const MAX_ATTEMPTS = 25;

const HELD = 'The payment details changed recently: choose this person to pay';

class Stopped extends Error {}

/**
 * Does what a run asks for. Safe to repeat and to race with itself: one that was left by a worker that died is gone on
 * with, and of two workers the earlier one stops. @param onStep called after each saved step; for tests
 */
export async function performRun(
  runID: string,
  onStep: (done: number, total: number) => Promise<void> | void = () => {},
): Promise<void> {
  const run = await takeRun(PayrollRunModel, runID);
  if (!run) return;
  const mine = { _id: runID, attempt: run.attempt, state: 'active' as const };
  const save: SaveRun = async (set) => {
    const now = await PayrollRunModel.findOneAndUpdate(
      mine,
      { $set: { ...set, state: 'active' } },
      { returnDocument: 'after' },
    ).lean<PayrollRunRecord>();
    if (!now || now.cancelRequested) throw new Stopped();
    await onStep(now.done, now.total);
  };
  const finish = async (state: 'completed' | 'failed' | 'cancelled', error?: string) => {
    // Before the run ends: a process that dies in between leaves a run that is gone on with.
    const now = await PayrollRunModel.findOne(mine).lean<PayrollRunRecord>();
    if (now?.kind === 'execute' && now.approvalID) await noteExecution(now.approvalID, now);
    // A request that was made before its run could be cancelled waits all the same: who asked has to learn of it.
    const ended = state === 'cancelled' && now?.kind === 'request' && now.approvalID ? 'completed' : state;
    await PayrollRunModel.updateOne(mine, {
      $set: { state: ended, finishedAt: new Date(), ...(error && { error }) },
      $unset: { activeKey: '' },
    });
  };
  try {
    if (run.attempt > MAX_ATTEMPTS) throw new AppError('conflict', MESSAGE.genericError);
    await save({});
    if (run.kind === 'execute') await executeRun(run, save);
    else if (run.kind === 'request') await requestExecution(run, save);
    else await computeRun(run, save);
    await finish('completed');
  } catch (error) {
    if (error instanceof Stopped) await finish('cancelled');
    // An AppError is an answer. Anything else may pass: the run stays open and is gone on with.
    else if (error instanceof AppError) await finish('failed', error.message);
    else throw error;
  }
}

/** Generations and reports: they change nothing, so a new attempt starts over with rows of its own. */
async function computeRun(run: PayrollRunRecord, save: SaveRun): Promise<void> {
  const { payrollType, endDate, startDate = endDate, personID } = run;
  const steps: AsyncIterable<{ rows: (PayrollRowCents | ReportRow)[]; done: number; total: number }> =
    run.kind === 'report'
      ? reportInSteps({ payrollType, startDate, endDate })
      : generateInSteps({ payrollType, endDate, personID });
  let rows = 0;
  let amountCents = 0;
  const flagged = { accountsChanged: 0, accountsHeld: 0, heldCents: 0 };
  for await (const step of steps) {
    // Every step but the last fills whole pages.
    await writeRows(run._id, run.attempt, rows / ROWS_PER_PAGE, step.rows);
    rows += step.rows.length;
    for (const row of step.rows) {
      if ('amountCents' in row) {
        amountCents += row.amountCents;
        continue;
      }
      amountCents += row.cents;
      if (row.accountChangedAt) flagged.accountsChanged += 1;
      if (row.accountHeld) flagged.accountsHeld += 1;
      if (row.accountHeld) flagged.heldCents += row.cents;
    }
    await save({ rows, amountCents, ...flagged, done: step.done, total: step.total });
  }
  const own = pageIdOf(run._id, run.attempt, 0);
  await PayrollRunPageModel.deleteMany({ runID: run._id, _id: { $lt: own } });
}

/** Executions: a page of people at a time, each page once; a new attempt goes on at the first open page. */
async function executeRun(run: PayrollRunRecord, save: SaveRun): Promise<void> {
  const { total, ...items } = run.itemsReady ? run : await writeItems(run, save);
  const outcomes: Record<string, number> = {};
  let amountCents = 0;
  let done = 0;
  for (let page = 0; page * ROWS_PER_PAGE < total; page += 1) {
    const rows = await executePage({ ...run, ...items }, page);
    done += rows.length;
    for (const row of rows) {
      const { outcome = 'failed' } = row;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (outcome === 'executed') amountCents += row.cents ?? 0;
    }
    await save({ done, outcomes, amountCents });
  }
}

/**
 * Whom to pay, when nobody was named. On pages of this attempt's own: one that was held up and goes on after the next has
 * begun to pay must not write over what that has done.
 */
async function writeItems(
  run: PayrollRunRecord,
  save: SaveRun,
): Promise<Pick<PayrollRunRecord, 'itemsAttempt' | 'total'>> {
  await catchUpLedger();
  const items = await openItems(run);
  const ready = { itemsAttempt: run.attempt, total: items.length };
  await writeRows(run._id, run.attempt, 0, items);
  await save({ ...ready, itemsReady: true, rows: items.length });
  return ready;
}

async function executePage(run: PayrollRunRecord, number: number): Promise<ExecuteRow[]> {
  const pageID = pageIdOf(run._id, rowsAttemptOf(run), number);
  const page = await findPage<ExecuteRow>(pageID);
  if (!page) throw new Error(`page ${pageID} is missing`);
  if (page.finished) return page.rows;
  const { rows: items } = page;
  const { payrollType, endDate, requestedBy: by, origin, approvalID, _id: runID } = run;
  const approved = approvalID === undefined ? undefined : { approvalID, page: number };
  const outcomes = await executePayroll({ payrollType, endDate, items, by, origin, runID, approved });
  const kind = payeeKindOf(payrollType);
  const people = await loadPayeePeople(
    kind,
    items.map(({ personID }) => personID),
  );
  const flags = await rowFlags(kind, [...people.values()]);
  const rows = outcomes.map((outcome, index): ExecuteRow => {
    const { personID } = outcome;
    const fingerprint = items[index]?.fingerprint;
    const person = people.get(personID);
    const row = { personID, ...(fingerprint && { fingerprint }), name: person?.name ?? '' };
    switch (outcome.outcome) {
      case 'executed':
      case 'already': {
        // Executed by this very run, before it had to start over.
        const own = outcome.outcome === 'executed' || outcome.payroll.runID === run._id;
        return { ...row, outcome: own ? 'executed' : 'already', ...paidBy(outcome.payroll) };
      }
      case 'changed': {
        const { commission = 0, paymentType = 0 } = person ?? {};
        const now = { ...outcome.balance, name: row.name, commission, paymentType, ...flags.get(personID) };
        return { ...row, outcome: 'changed', now };
      }
      case 'held':
        return { ...row, outcome: 'held', reason: HELD };
      default:
        return { ...row, ...outcome };
    }
  });
  await PayrollRunPageModel.updateOne(
    { _id: pageID, finished: { $exists: false } },
    { $set: { rows, finished: true } },
  );
  return rows;
}
