import { hash as digest } from 'node:crypto';
import type { BusinessDay, PaidBy } from '@partnerdesk/contracts';
import { AppError, addDays, isPaidBy, MESSAGE, PAYMENT_TYPE } from '@partnerdesk/contracts';
import { appendToJournal, catchUpLedger, PayeeModel } from '../../ledger';
import { slicesOf } from '../../platform';
import { ApprovalModel, type ApprovalRecord, type RequestRow } from '../approval.model';
import type { ExecuteItem, ExecuteOutcome } from '../execute-payroll';
import { accountDigest, hashItems, openItems, planExecution } from '../execute-payroll';
import { PayrollModel, type PayrollRecord } from '../payroll.models';
import { accountNumberOf } from '../payroll-record';
import type { ExecuteRow, PayrollRunRecord } from '../payroll-runs';
import { findPage, PayrollRunPageModel, pageIdOf, paidBy, ROWS_PER_PAGE, writeRows } from '../payroll-runs';
import { planRequest } from './requests';

const STEP = 500;

/** Saves how far a run is. @throws what ends the run, once it is another worker's or its cancellation was requested */
export type SaveRun = (set: Partial<PayrollRunRecord>) => Promise<void>;

/**
 * Writes down what an execution would pay now, and requests a second person's consent to exactly that. Safe to repeat: a
 * run has one request, and the same rows that wait already are it. @throws AppError conflict when nothing can be paid
 */
export async function requestExecution(run: PayrollRunRecord, save: SaveRun): Promise<void> {
  await catchUpLedger();
  let request = await ApprovalModel.findOne({ runID: run._id }).lean<ApprovalRecord>();
  if (!request) {
    const rows = await writeRequestRows(run, save);
    if (rows.length === 0) return;
    request = await appendRequest(run, rows);
  }
  await save({ approvalID: request._id });
  const { runID, attempt = 0 } = request;
  if (runID !== run._id) return;
  // What the run was asked for, and the rows of attempts that came to nothing.
  const others = [{ $lt: pageIdOf(runID, attempt, 0) }, { $gte: pageIdOf(runID, attempt + 1, 0) }];
  for (const _id of others) await PayrollRunPageModel.deleteMany({ runID, _id });
}

/** @returns what is requested; nothing: everybody is paid already */
async function writeRequestRows(run: PayrollRunRecord, save: SaveRun): Promise<RequestRow[]> {
  const { payrollType, endDate, requestedBy: by } = run;
  const items = await itemsOf(run);
  const rows: RequestRow[] = [];
  const already: ExecuteRow[] = [];
  const outcomes: Record<string, number> = {};
  let done = 0;
  for (const step of slicesOf(items, STEP)) {
    const planned: PlannedPayroll[] = [];
    for (const each of await planExecution({ payrollType, endDate, by }, step, new Date())) {
      if (each.outcome === 'executed') planned.push(each);
      else outcomes[each.outcome] = (outcomes[each.outcome] ?? 0) + 1;
      if (each.outcome === 'already') {
        const { personID, outcome, payroll } = each;
        already.push({ personID, name: payroll.name, outcome, ...paidBy(payroll) });
      }
    }
    rows.push(...(await requestRows(planned, endDate)));
    done += step.length;
    await save({ done, total: items.length, outcomes });
  }
  if (already.length > 0 && already.length === items.length) {
    await writeRows(run._id, run.attempt, 0, already);
    await save({ rows: already.length });
    return [];
  }
  const why = outcomes.changed ? 'All of it has changed since it was reviewed' : MESSAGE.noPayrollData;
  if (rows.length === 0) throw new AppError('conflict', why);
  const sorted = markedFirst(rows);
  await writeRows(run._id, run.attempt, 0, sorted);
  await save({ rows: rows.length, amountCents: sumOf(rows) });
  return sorted;
}

async function itemsOf(run: PayrollRunRecord): Promise<ExecuteItem[]> {
  if (!run.itemsReady) return openItems(run);
  const items: ExecuteItem[] = [];
  for (let number = 0; ; number += 1) {
    const page = await findPage<ExecuteItem>(pageIdOf(run._id, 0, number));
    if (!page) return items;
    items.push(...page.rows);
  }
}

function appendRequest(run: PayrollRunRecord, rows: readonly RequestRow[]): Promise<ApprovalRecord> {
  const { _id: runID, attempt, payrollType, endDate, requestedBy, origin } = run;
  const pageHashes = [...slicesOf(rows, ROWS_PER_PAGE)].map(hashItems);
  const hash = digest('sha256', [payrollType, endDate, ...pageHashes].join('|'), 'base64url');
  return appendToJournal(async ({ at: preparedAt }) => {
    const existing = await ApprovalModel.findOne({ runID }).lean<ApprovalRecord>();
    if (existing) return { effects: undefined, note: '', result: existing };
    const asked = {
      kind: 'execution' as const,
      payrollType,
      hash,
      preparedAt,
      rows: rows.length,
      amountCents: sumOf(rows),
      endDate,
      runID,
      attempt,
      pageHashes,
      marked: marksOf(rows),
    };
    return planRequest(asked, `execution of ${rows.length}`, { ...origin, actor: requestedBy });
  });
}

const sumOf = (rows: readonly RequestRow[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

/** Payments whose period ended in so many days before are what is usual … (docs/RULES.md, Payroll with two people) */
const USUAL_DAYS = 182;
/** … if there are so many … */
const MIN_USUAL = 2;
/** … and an amount is far from it above or below so many times their average. */
const FAR = 2;

type PlannedPayroll = Extract<ExecuteOutcome, { outcome: 'executed' }>;

async function requestRows(planned: readonly PlannedPayroll[], endDate: BusinessDay): Promise<RequestRow[]> {
  const payees = planned.map(({ payroll }) => payroll.payee);
  const [last, usual] = await Promise.all([lastPayrolls(payees), usualPayments(payees, endDate)]);
  return planned.map(({ payroll, fingerprint }) => {
    const before = last.get(payroll.payee);
    const usualCents = usual.get(payroll.payee);
    const cents = payroll.amountCents;
    const isFar = usualCents !== undefined && (cents > usualCents * FAR || cents * FAR < usualCents);
    const { personID, name, startPeriod, endPeriod, entries, commission, paymentType, paymentInfo } = payroll;
    return {
      personID,
      name,
      startPeriod,
      endPeriod,
      entries,
      commission,
      paymentType,
      paymentInfo,
      cents,
      fingerprint,
      account: accountDigest(payroll),
      ...(!before && { isNew: true as const }),
      ...(before && destinationOf(before) !== destinationOf(payroll) && { accountChanged: true as const }),
      ...(usualCents !== undefined && { usualCents }),
      ...(isFar && { unusual: true as const }),
    };
  });
}

function marksOf(rows: readonly RequestRow[]): NonNullable<ApprovalRecord['marked']> {
  const count = (is: (row: RequestRow) => unknown) => rows.filter(is).length;
  return {
    unknown: count(({ paymentType }) => paymentType === PAYMENT_TYPE.unknown),
    newPayees: count(({ isNew }) => isNew),
    accountsChanged: count(({ accountChanged }) => accountChanged),
    unusual: count(({ unusual }) => unusual),
  };
}

function markedFirst(rows: readonly RequestRow[]): RequestRow[] {
  const marks = ({ isNew, accountChanged, unusual }: RequestRow) =>
    Number(Boolean(accountChanged)) * 4 + Number(Boolean(isNew)) * 2 + Number(Boolean(unusual));
  return [...rows].sort((a, b) => marks(b) - marks(a) || a.personID - b.personID);
}

async function lastPayrolls(payees: readonly string[]): Promise<Map<string, PayrollRecord>> {
  const states = await PayeeModel.find({ _id: { $in: payees } }).lean();
  const payrollIDs = states.map(({ lastPayrollID }) => lastPayrollID);
  const payrolls = await PayrollModel.find({ _id: { $in: payrollIDs } }).lean<PayrollRecord[]>();
  return new Map(payrolls.map((payroll) => [payroll.payee, payroll]));
}

async function usualPayments(payees: readonly string[], endDate: BusinessDay): Promise<Map<string, number>> {
  const sums = await PayrollModel.aggregate<{ _id: string; cents: number; payments: number }>([
    { $match: { payee: { $in: payees }, endPeriod: { $gte: addDays(endDate, -USUAL_DAYS) } } },
    { $group: { _id: '$payee', cents: { $sum: '$amountCents' }, payments: { $sum: 1 } } },
  ]);
  return new Map(
    sums
      .filter(({ payments }) => payments >= MIN_USUAL)
      .map(({ _id, cents, payments }) => [_id, Math.round(cents / payments)]),
  );
}

/** Where a payment goes: the same details encrypted another time, or with another key, are the same. */
function destinationOf(payroll: PayrollRecord): string {
  return isPaidBy(payroll.paymentType) ? DESTINATIONS[payroll.paymentType](payroll) : 'unknown';
}

const DESTINATIONS: Record<PaidBy, (payroll: PayrollRecord) => string> = {
  [PAYMENT_TYPE.ach]: (payroll) => {
    const { achRoutingNumber, achAccountType, achAccountNumberEncrypted } = payroll;
    // A number that is not readable can be compared as it is.
    const number = accountNumberOf(payroll) ?? achAccountNumberEncrypted;
    return `ach ${achRoutingNumber} ${achAccountType} ${number}`;
  },
  [PAYMENT_TYPE.payPal]: ({ payPalUserName }) => `paypal ${payPalUserName.toLowerCase()}`,
};
