import type {
  BusinessDay,
  DayRange,
  PaidKind,
  PayFileFormat,
  PayrollType,
  PayrollEvent as WireEvent,
} from '@partnerdesk/contracts';
import { actorName, addDays, isPaidBy, PAYMENT_METHODS, PAYMENT_STATES } from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { getOrMake, today } from '../platform';
import { listApprovals } from './approval/decide-approval';
import { ApprovalModel, type ApprovalRecord } from './approval.model';
import { openBalances, shortHash } from './open-balances';
import type { PayFileRecord, PayFileStep, PaymentStatus } from './pay-files/pay-file.models';
import { listPayFiles, PayFileModel, PayFileStepModel } from './pay-files/pay-file.models';
import { loadPayeePeople } from './payees';
import { PaymentMarkModel, PayrollModel, payeeKindOf } from './payroll.models';
import type { PaymentRow, PaymentStep, PaymentsCents, ProgressCents } from './payroll-progress';
import {
  addTo,
  askedEndOf,
  isWithin,
  noPayments,
  notExecuted,
  PaymentSums,
  paymentsOfPayrolls,
  stepOf,
  untilToday,
} from './payroll-progress';
import { hasEnded, listRuns } from './payroll-runs';
import { type PayrollPeriod, payrollPeriodOf } from './payroll-schedule';

/** Files that are looked through for those of one payroll, beside the ones that hold its payments. */
const LATEST_FILES = 20;
/** Returned payments, and balances below zero, that are named. */
export const NAMED = 50;
const PAST = 6;

/** A payroll as one page shows it. */
export interface PayrollOverviewCents {
  period: PayrollPeriod;
  progress: ProgressCents;
  /** Executed, in no file and not settled, by the file that can hold them; unknown: none can. */
  unfiled: Record<PayFileFormat | 'unknown', PaymentsCents>;
  /** Newest first, those that are being made or were discarded too. */
  files: PayFileRecord[];
  /** The latest NAMED that came back. */
  returned: { payment: PaymentRow; status: PaymentStatus }[];
  /** All balances below zero, which carry over, and the largest of them. */
  owed: PaymentsCents & { people: { personID: number; name: string; cents: number }[] };
  /** Who did what, the latest first. */
  course: PayrollEvent[];
}

/** Everything of the payroll whose period has this day: how far it is, its files, what came back, who did what. */
export async function payrollOverview(
  payrollType: PayrollType,
  day: BusinessDay,
): Promise<PayrollOverviewCents> {
  await catchUpLedger();
  const kind = payeeKindOf(payrollType);
  const period = payrollPeriodOf(payrollType, day);
  const unfiled = { nacha: noPayments(), paypal: noPayments(), unknown: noPayments() };
  const sums = new PaymentSums();
  const course = new CourseBuilder();
  const payrollIDs = new Set<number>();
  const fileIDs = new Set<number>();
  let returned: PayrollOverviewCents['returned'] = [];
  for await (const page of paymentsOfPayrolls(kind, period)) {
    for (const { payment, status } of page) {
      payrollIDs.add(payment._id);
      if (status.payFileID !== undefined) fileIDs.add(status.payFileID);
      sums.add(payment, status);
      course.addPayment(payment, status);
      const step = stepOf(status);
      if (step === 'executed') addTo(unfiled[unfiledKeyOf(payment)], payment.amountCents);
      if (step === 'returned') returned = [...returned, { payment, status }].slice(-NAMED);
    }
  }
  const [due, owed, files] = await Promise.all([
    notExecuted({ payrollType }, period),
    owedThrough(kind, untilToday(period.endDate)),
    filesOf(payrollType, payrollIDs, fileIDs),
  ]);
  for (const file of files) course.addFile(file);
  await course.addRequests(payrollType, period);
  returned.reverse();
  const progress = { ...due, ...sums.found };
  return { period, progress, unfiled, files, returned, owed, course: course.latestFirst() };
}

const unfiledKeyOf = ({ paymentType }: Pick<PaymentRow, 'paymentType'>) =>
  isPaidBy(paymentType) ? PAYMENT_METHODS[paymentType].format : 'unknown';

/** Executed payments of a payroll that a file of this format can hold and none does, by payrollID. */
export async function unfiledPayments(
  payrollType: PayrollType,
  day: BusinessDay,
  format: PayFileFormat,
): Promise<number[]> {
  await catchUpLedger();
  const period = payrollPeriodOf(payrollType, day);
  const found: number[] = [];
  for await (const page of paymentsOfPayrolls(payeeKindOf(payrollType), period)) {
    for (const { payment, status } of page)
      if (stepOf(status) === 'executed' && unfiledKeyOf(payment) === format) found.push(payment._id);
  }
  return found;
}

/** Files that hold payments of a payroll, and of the latest ones those that were asked for any; newest first. */
async function filesOf(
  payrollType: PayrollType,
  payrollIDs: ReadonlySet<number>,
  fileIDs: ReadonlySet<number>,
): Promise<PayFileRecord[]> {
  const [holding, latest] = await Promise.all([
    PayFileModel.find({ _id: { $in: [...fileIDs] } }).lean<PayFileRecord[]>(),
    PayFileModel.find({ payrollType }).sort({ _id: -1 }).limit(LATEST_FILES).lean<PayFileRecord[]>(),
  ]);
  const others = latest.filter(({ _id }) => !fileIDs.has(_id));
  const asked = await PayFileStepModel.find({ _id: { $in: others.map(({ _id }) => `${_id}:0`) } }).lean();
  const isOwn = (step: PayFileStep) => step.payrollIDs.some((id) => payrollIDs.has(id));
  const own = new Set(asked.filter(isOwn).map(({ _id }) => _id));
  return [...holding, ...others.filter(({ _id }) => own.has(`${_id}:0`))].sort((a, b) => b._id - a._id);
}

async function owedThrough(kind: PaidKind, day: BusinessDay): Promise<PayrollOverviewCents['owed']> {
  const below = (await openBalances(kind, day)).filter(({ cents }) => cents < 0);
  const largest = below.sort((a, b) => a.cents - b.cents).slice(0, NAMED);
  const people = await loadPayeePeople(
    kind,
    largest.map(({ personID }) => personID),
  );
  const nameOf = (personID: number) => people.get(personID)?.name ?? '';
  return {
    count: below.length,
    cents: below.reduce((sum, { cents }) => sum + cents, 0),
    people: largest.map(({ personID, cents }) => ({ personID, name: nameOf(personID), cents })),
  };
}

export interface PastPayrollCents {
  period: PayrollPeriod;
  payments: Record<PaymentStep, PaymentsCents>;
}

/** The payrolls of the latest periods of which something was executed, newest first. */
export async function pastPayrolls(payrollType: PayrollType): Promise<PastPayrollCents[]> {
  await catchUpLedger();
  const periods: [PayrollPeriod, ...PayrollPeriod[]] = [payrollPeriodOf(payrollType, today())];
  const [newest] = periods;
  let oldest = newest;
  while (periods.length <= PAST) {
    oldest = payrollPeriodOf(payrollType, addDays(oldest.startDate, -1));
    periods.push(oldest);
  }
  const sums = new Map<BusinessDay, PaymentSums>();
  const all = { startDate: oldest.startDate, endDate: newest.endDate };
  for await (const page of paymentsOfPayrolls(payeeKindOf(payrollType), all)) {
    for (const { payment, status } of page) {
      const period = periods.find((each) => isWithin(each, askedEndOf(payment)));
      if (period) getOrMake(sums, period.endDate, () => new PaymentSums()).add(payment, status);
    }
  }
  return periods.flatMap((period) => {
    const sum = sums.get(period.endDate);
    return sum ? [{ period, payments: sum.found.payments }] : [];
  });
}

/**
 * What moves a payroll, cheap enough to be asked for again and again: the newest of each kind is read by its index.
 * @returns a text that changes with payments, files, requests and runs, and the runs under way, without reports
 */
export async function payrollPulse(payrollType: PayrollType) {
  await catchUpLedger();
  const [payment, marks, files, requests, runs] = await Promise.all([
    PayrollModel.findOne({}, { seq: 1 }).sort({ seq: -1 }).lean(),
    Promise.all(
      PAYMENT_STATES.map((state) => PaymentMarkModel.findOne({ state }, { seq: 1 }).sort({ seq: -1 }).lean()),
    ),
    listPayFiles(payrollType),
    listApprovals(),
    listRuns(payrollType),
  ]);
  const own = runs.filter(({ kind }) => kind !== 'report');
  const seen = [
    payment?._id,
    ...marks.map((mark) => mark?._id),
    ...files.map(({ _id, changedBy }) => [_id, changedBy]),
    ...requests.map(({ _id, state }) => [_id, state]),
    ...own.map(({ _id, state }) => [_id, state]),
  ];
  return { version: shortHash(JSON.stringify(seen)), runs: own.filter((run) => !hasEnded(run)) };
}

/** Executions requested for payrolls of a type that are looked through for those of one. */
const LATEST_REQUESTS = 50;
/** Marks of one person within so long of each other are one event: they are recorded in several steps. */
const ONE_ACT_MS = 60_000;
const MAX_EVENTS = 100;

/** Something that somebody did to a payroll, as the ledger has it. */
export type PayrollEvent = Omit<WireEvent, 'at' | 'payments' | 'amount'> & {
  at: Date;
  count?: number;
  cents?: number;
};
type Acted = PayrollEvent & { count: number; cents: number; until: number };

/** Puts together who did what to a payroll, from its payments, their marks, its files and its requests. */
export class CourseBuilder {
  readonly #events: PayrollEvent[] = [];
  readonly #acts = new Map<string, Acted[]>();

  addPayment(payment: PaymentRow, { mark }: PaymentStatus): void {
    const { createdAt, createdBy, approvedBy, runID = '', amountCents } = payment;
    const by = approvedBy ? `${createdBy}, approved by ${approvedBy}` : createdBy;
    this.#act(`executed ${runID} ${by}`, { step: 'executed', at: createdAt, by }, amountCents, runID !== '');
    if (!mark || mark.state === 'executed') return;
    const { state: step, at, by: who, reason } = mark;
    const event = { step, at, by: who, ...(step === 'returned' && reason && { reason }) };
    this.#act(`${step} ${who} ${event.reason ?? ''}`, event, amountCents);
  }

  addFile(file: PayFileRecord): void {
    const { _id: payFileID, format, lines: count, amountCents: cents } = file;
    const of = { payFileID, format, count, cents };
    const add = (step: PayrollEvent['step'], at: Date | undefined, by = '') =>
      at && this.#events.push({ step, at, by, ...of });
    if (file.state === 'building') return;
    if (!file.failure) add('file-made', file.createdAt, file.createdBy);
    add('file-downloaded', file.downloadedAt, file.downloadedBy);
    add('file-discarded', file.discardedAt, file.discardedBy);
  }

  async addRequests(payrollType: PayrollType, period: DayRange): Promise<void> {
    const requests = await ApprovalModel.find({ kind: 'execution', payrollType })
      .sort({ _id: -1 })
      .limit(LATEST_REQUESTS)
      .lean<ApprovalRecord[]>();
    for (const request of requests) {
      const { _id: approvalID, endDate = '', rows: count, amountCents: cents, decidedAt: at } = request;
      if (!isWithin(period, endDate)) continue;
      const of = { approvalID, count, cents };
      const by = actorName(request.preparedBy);
      this.#events.push({ step: 'requested', at: request.preparedAt, by, ...of });
      if (!at || !request.decidedBy) continue;
      const step = request.state === 'declined' || request.state === 'expired' ? request.state : 'approved';
      const reason = request.declinedFor && { reason: request.declinedFor };
      this.#events.push({ step, at, by: actorName(request.decidedBy), ...of, ...reason });
    }
  }

  latestFirst(): PayrollEvent[] {
    const acts = [...this.#acts.values()].flat().map(({ until: _until, ...event }) => event);
    return [...this.#events, ...acts].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_EVENTS);
  }

  /** Joins a payment to the event that it belongs to. @param whole the key alone says so, however long it took */
  #act(key: string, event: PayrollEvent, amountCents: number, whole = false): void {
    const acts = getOrMake(this.#acts, key, () => []);
    const at = event.at.getTime();
    const own = acts.find(({ until }) => whole || Math.abs(until - at) <= ONE_ACT_MS);
    if (!own) {
      acts.push({ ...event, count: 1, cents: amountCents, until: at });
      return;
    }
    own.count += 1;
    own.cents += amountCents;
    own.until = Math.max(own.until, at);
  }
}
