/* One payroll, as far as it has come: its sums, its page and who did what are put together from the same payments. */
import type {
  BusinessDay,
  DayRange,
  PaidKind,
  PayFileFormat,
  PayrollType,
  PayrollEvent as WireEvent,
} from '@partnerdesk/contracts';
import { actorName, addDays, isPaidBy, PAYMENT_METHODS } from '@partnerdesk/contracts';
import { Batches } from '@partnerdesk/node';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { getOrMake, today } from '../platform';
import { listApprovals } from './approval/decide-approval';
import { ApprovalModel, type ApprovalRecord } from './approval.model';
import { loadPayeePeople, type PayrollScope, personIDsOf, ROW_FIELDS } from './generate-payroll';
import { openBalances, payableBalances, shortHash } from './open-balances';
import type { PayFileRecord, PayFileStep, PaymentStatus } from './pay-files/pay-file.models';
import {
  listPayFiles,
  PayFileModel,
  PayFileStepModel,
  paymentStatuses,
  paymentsVersion,
} from './pay-files/pay-file.models';
import { type PayrollRecord, payeeKindOf, paymentPages } from './payroll.models';
import { hasEnded, listRuns, PayrollRunPageModel, pageIdOf } from './payroll-runs';
import { duePeriods, payrollPeriodOf } from './payroll-schedule';

/** So many payments, and what they add up to. */
export type PaymentsCents = { count: number; cents: number };

/** What became of an executed payment: in no pay file, in one that is not settled, marked paid, returned. */
export type PaymentStep = 'executed' | 'filed' | 'paid' | 'returned';

/** How far the payroll through endDate has come. */
export interface ProgressCents {
  endDate: BusinessDay;
  open: PaymentsCents;
  waiting?: PaymentsCents & { approvalID: number };
  payments: Record<PaymentStep, PaymentsCents>;
  /** Days of the first and of the last execution. */
  days?: { first: BusinessDay; last: BusinessDay };
}

const PAYMENT_FIELDS = { ...ROW_FIELDS, askedEndDate: 1, createdDay: 1, approvedBy: 1, runID: 1 } as const;
/** A payment, as far as sums and lists of a payroll need it. */
type PaymentRow = Pick<PayrollRecord, '_id' | keyof typeof PAYMENT_FIELDS>;

/** Whether an end date belongs to the payroll of these days (docs/RULES.md, Payroll "Progress"). */
export const isWithin = ({ startDate, endDate }: DayRange, day: BusinessDay): boolean =>
  startDate <= day && day <= endDate;

/** What is open through endDate, what waits for a second person, and what became of what was executed. */
export async function payrollProgress(input: PayrollScope): Promise<ProgressCents> {
  const { payrollType, endDate, personID } = input;
  await catchUpLedger();
  const period = { ...payrollPeriodOf(payrollType, endDate), endDate };
  const sums = noSums();
  const addAll = async () => {
    for await (const each of paymentsOfPayrolls(payeeKindOf(payrollType), period, personID))
      addPayment(sums, each);
  };
  const [due] = await Promise.all([notExecuted(input, period), addAll()]);
  return { ...due, ...sums };
}

/** The part of a payroll's progress that no payment has: what is open, and what waits for a second person. */
async function notExecuted(
  scope: Omit<PayrollScope, 'endDate'>,
  period: DayRange,
): Promise<Pick<ProgressCents, 'endDate' | 'open' | 'waiting'>> {
  const { payrollType, personID } = scope;
  const { endDate } = period;
  const [open, waiting] = await Promise.all([
    openThrough(payeeKindOf(payrollType), endDate, personIDsOf(scope)),
    waitingOf(payrollType, period, personID),
  ]);
  return { endDate, open, ...(waiting && { waiting }) };
}

async function openThrough(
  kind: PaidKind,
  endDate: BusinessDay,
  personIDs?: readonly number[],
): Promise<PaymentsCents> {
  const open = noPayments();
  for (const { cents } of await payableBalances(kind, untilToday(endDate), { personIDs })) addTo(open, cents);
  return open;
}

/** A day, or today if it lies after that. */
const untilToday = (day: BusinessDay): BusinessDay => (day < today() ? day : today());

/** Of the last period that has ended, until all of it is settled; then of the one that runs. */
export async function currentProgress(payrollType: PayrollType): Promise<ProgressCents> {
  const { last, next } = duePeriods(payrollType, today());
  const progress = await payrollProgress({ payrollType, endDate: last.endDate });
  const { open, waiting, payments } = progress;
  const isSettled = !waiting && open.count + payments.executed.count + payments.filed.count === 0;
  return isSettled ? payrollProgress({ payrollType, endDate: next.endDate }) : progress;
}

async function waitingOf(
  payrollType: PayrollType,
  period: DayRange,
  personID?: number,
): Promise<ProgressCents['waiting']> {
  const waiting = { state: 'waiting', kind: 'execution', payrollType } as const;
  const requests = await ApprovalModel.find(waiting).sort({ _id: 1 }).lean<ApprovalRecord[]>();
  const sum = noPayments();
  let approvalID: number | undefined;
  for (const request of requests.filter(({ endDate = '' }) => isWithin(period, endDate))) {
    const part = personID ? await partOf(request, personID) : request;
    if (!part) continue;
    approvalID ??= request._id;
    sum.count += part.rows;
    sum.cents += part.amountCents;
  }
  return approvalID === undefined ? undefined : { approvalID, ...sum };
}

/** What a request has of one person; undefined: nothing. */
async function partOf({ runID = '', attempt = 0 }: ApprovalRecord, personID: number) {
  const _id = { $gte: pageIdOf(runID, attempt, 0), $lt: pageIdOf(runID, attempt + 1, 0) };
  const page = await PayrollRunPageModel.findOne({ runID, _id, 'rows.personID': personID }).lean();
  const row = page?.rows.find((each) => each.personID === personID);
  return row && { rows: 1, amountCents: row.cents };
}

export const noPayments = (): PaymentsCents => ({ count: 0, cents: 0 });

export function addTo(sum: PaymentsCents, cents: number): void {
  sum.count += 1;
  sum.cents += cents;
}

const noSums = (): Pick<ProgressCents, 'payments' | 'days'> => ({
  payments: { executed: noPayments(), filed: noPayments(), paid: noPayments(), returned: noPayments() },
});

/** Adds a payment up by what became of it; payments come in the order of execution. */
function addPayment(sums: ReturnType<typeof noSums>, { payment, status }: PaymentNow): void {
  const { amountCents, createdDay } = payment;
  addTo(sums.payments[stepOf(status)], amountCents);
  sums.days = { first: sums.days?.first ?? createdDay, last: createdDay };
}

/** The last day of the payroll that a payment belongs to was asked for: with a hold it ends earlier. */
const askedEndOf = ({ askedEndDate, endPeriod }: PaymentRow): BusinessDay => askedEndDate ?? endPeriod;

/** A payment, and what became of it. */
interface PaymentNow {
  payment: PaymentRow;
  status: PaymentStatus;
}

/** The payments whose end dates are in a period, as they stand, in the order of execution. */
async function* paymentsOfPayrolls(
  kind: PaidKind,
  period: DayRange,
  personID?: number,
): AsyncGenerator<PaymentNow> {
  const whose = personID ? { payee: payeeKeyOf(kind, personID) } : { kind };
  // Nothing is executed before its end date.
  const filter = { ...whose, createdDay: { $gte: period.startDate } };
  for await (const batch of paymentPages<PaymentRow>(filter, PAYMENT_FIELDS)) {
    const page = batch.filter((payment) => isWithin(period, askedEndOf(payment)));
    if (page.length === 0) continue;
    const statuses = await paymentStatuses(page.map(({ _id }) => _id));
    for (const payment of page) yield { payment, status: statuses.get(payment._id) ?? {} };
  }
}

function stepOf({ mark, payFileID }: PaymentStatus): PaymentStep {
  if (mark && mark.state !== 'executed') return mark.state;
  return payFileID === undefined ? 'executed' : 'filed';
}

/** Returned payments, and balances below zero, that are named. */
const NAMED = 50;

export type PayrollOverviewCents = Awaited<ReturnType<typeof payrollOverview>>;

/** Everything of the payroll whose period has this day: how far it is, its files, what came back, who did what. */
export async function payrollOverview(payrollType: PayrollType, day: BusinessDay) {
  await catchUpLedger();
  const kind = payeeKindOf(payrollType);
  const period = payrollPeriodOf(payrollType, day);
  /** Executed, in no file and not settled, by the file that can hold them; unknown: none can. */
  const unfiled = { nacha: noPayments(), paypal: noPayments(), unknown: noPayments() };
  const sums = noSums();
  const course = new CourseBuilder();
  const payrollIDs = new Set<number>();
  const fileIDs = new Set<number>();
  /** The latest NAMED that came back. */
  let returned: PaymentNow[] = [];
  for await (const each of paymentsOfPayrolls(kind, period)) {
    const { payment, status } = each;
    payrollIDs.add(payment._id);
    if (status.payFileID !== undefined) fileIDs.add(status.payFileID);
    addPayment(sums, each);
    course.addPayment(each);
    const step = stepOf(status);
    if (step === 'executed') addTo(unfiled[unfiledKeyOf(payment)], payment.amountCents);
    if (step === 'returned') returned = [...returned, each].slice(-NAMED);
  }
  const [due, earlier, owed, files] = await Promise.all([
    notExecuted({ payrollType }, period),
    openThrough(kind, addDays(period.startDate, -1)),
    owedThrough(kind, untilToday(period.endDate)),
    filesOf(payrollType, payrollIDs, fileIDs),
  ]);
  for (const file of files) course.addFile(file);
  await course.addRequests(payrollType, period);
  returned.reverse();
  const progress = { ...due, ...sums };
  return { period, progress, earlier, unfiled, files, returned, owed, course: course.latestFirst() };
}

const unfiledKeyOf = ({ paymentType }: PaymentRow) =>
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
  for await (const { payment, status } of paymentsOfPayrolls(payeeKindOf(payrollType), period))
    if (stepOf(status) === 'executed' && unfiledKeyOf(payment) === format) found.push(payment._id);
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
    listPayFiles(payrollType),
  ]);
  const others = latest.filter(({ _id }) => !fileIDs.has(_id));
  const asked = await PayFileStepModel.find({ _id: { $in: others.map(({ _id }) => `${_id}:0`) } }).lean();
  const isOwn = (step: PayFileStep) => step.payrollIDs.some((id) => payrollIDs.has(id));
  const own = new Set(asked.filter(isOwn).map(({ _id }) => _id));
  return [...holding, ...others.filter(({ _id }) => own.has(`${_id}:0`))].sort((a, b) => b._id - a._id);
}

/** All balances below zero, which carry over, and the largest of them. */
async function owedThrough(kind: PaidKind, day: BusinessDay) {
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

const PAST = 6;

/** The payrolls of the latest periods of which something was executed, newest first. @param count periods before today's */
export async function pastPayrolls(payrollType: PayrollType, count = PAST) {
  await catchUpLedger();
  const newest = payrollPeriodOf(payrollType, today());
  const payrolls = [{ period: newest, ...noSums() }];
  let oldest = newest;
  while (payrolls.length <= count) {
    oldest = payrollPeriodOf(payrollType, addDays(oldest.startDate, -1));
    payrolls.push({ period: oldest, ...noSums() });
  }
  const all = { startDate: oldest.startDate, endDate: newest.endDate };
  for await (const each of paymentsOfPayrolls(payeeKindOf(payrollType), all)) {
    const own = payrolls.find(({ period }) => isWithin(period, askedEndOf(each.payment)));
    if (own) addPayment(own, each);
  }
  return payrolls.filter(({ days }) => days);
}

type Unfiled = PaymentsCents & { endDate: BusinessDay };
const knownUnfiled = new Map<PayrollType, { key: string; unfiled: Unfiled[] }>();
/** Adding up 50,000 payments takes two seconds, and dashboards ask every few seconds: those that wait share one reading. */
const readings = new Batches<PayrollType>(async (payrollTypes) => {
  for (const payrollType of new Set(payrollTypes)) await readUnfiled(payrollType);
  return payrollTypes.length;
}, Number.POSITIVE_INFINITY);

/** Executed payments in no pay file, of the payroll that runs and of the one before: those that have any. */
export async function unfiledPayrolls(payrollType: PayrollType): Promise<Unfiled[]> {
  await readings.add(payrollType);
  return knownUnfiled.get(payrollType)?.unfiled ?? [];
}

async function readUnfiled(payrollType: PayrollType): Promise<void> {
  // Before the payments are read: what changes meanwhile makes the next call read them again.
  const key = `${today()} ${await paymentsVersion()}`;
  if (knownUnfiled.get(payrollType)?.key === key) return;
  const payrolls = await pastPayrolls(payrollType, 1);
  const unfiled = payrolls.flatMap(({ period: { endDate }, payments: { executed } }) =>
    executed.count > 0 ? { ...executed, endDate } : [],
  );
  knownUnfiled.set(payrollType, { key, unfiled });
}

/**
 * What moves a payroll, cheap enough to be asked for again and again: the newest of each kind is read by its index.
 * @returns a text that changes with payments, files, requests and runs, and the runs under way, without reports
 */
export async function payrollPulse(payrollType: PayrollType) {
  const [changed, files, requests, runs] = await Promise.all([
    paymentsVersion(),
    listPayFiles(payrollType),
    listApprovals(),
    listRuns(payrollType),
  ]);
  const own = runs.filter(({ kind }) => kind !== 'report');
  const seen = [
    changed,
    ...files.map(({ _id }) => _id),
    ...requests.map(({ _id, state }) => [_id, state]),
    ...own.map(({ _id, state }) => [_id, state]),
  ];
  return { version: shortHash(JSON.stringify(seen)), runs: own.filter((run) => !hasEnded(run)) };
}

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
class CourseBuilder {
  readonly #events: PayrollEvent[] = [];
  readonly #acts = new Map<string, Acted[]>();

  addPayment({ payment, status: { mark } }: PaymentNow): void {
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
    const { startDate: $gte, endDate: $lte } = period;
    const requests = await ApprovalModel.find({ kind: 'execution', payrollType, endDate: { $gte, $lte } })
      .sort({ _id: -1 })
      .limit(MAX_EVENTS)
      .lean<ApprovalRecord[]>();
    for (const request of requests) {
      const { _id: approvalID, rows: count, amountCents: cents, decidedAt: at } = request;
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
