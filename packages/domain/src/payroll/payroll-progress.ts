import type { BusinessDay, DayRange, PaidKind, PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { today } from '../platform';
import { ApprovalModel, type ApprovalRecord } from './approval.model';
import { type PayrollScope, personIDsOf } from './generate-payroll';
import { payableBalances } from './open-balances';
import { type PaymentStatus, paymentStatuses } from './pay-files/pay-file.models';
import { type PayrollRecord, payeeKindOf, paymentPages } from './payroll.models';
import { PayrollRunPageModel, pageIdOf } from './payroll-runs';
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

const PAYMENT_FIELDS = {
  endPeriod: 1,
  askedEndDate: 1,
  amountCents: 1,
  createdDay: 1,
  createdAt: 1,
  createdBy: 1,
  approvedBy: 1,
  runID: 1,
  paymentType: 1,
  personID: 1,
  name: 1,
} as const;
/** A payment, as far as sums and lists of a payroll need it. */
export type PaymentRow = Pick<PayrollRecord, '_id' | keyof typeof PAYMENT_FIELDS>;

/** Whether an end date belongs to the payroll of these days (docs/RULES.md, Payroll "Progress"). */
export const isWithin = ({ startDate, endDate }: DayRange, day: BusinessDay): boolean =>
  startDate <= day && day <= endDate;

/** What is open through endDate, what waits for a second person, and what became of what was executed. */
export async function payrollProgress(input: PayrollScope): Promise<ProgressCents> {
  const { payrollType, endDate, personID } = input;
  await catchUpLedger();
  const period = { ...payrollPeriodOf(payrollType, endDate), endDate };
  const sums = new PaymentSums();
  const addAll = async () => {
    for await (const page of paymentsOfPayrolls(payeeKindOf(payrollType), period, personID))
      for (const { payment, status } of page) sums.add(payment, status);
  };
  const [due] = await Promise.all([notExecuted(input, period), addAll()]);
  return { ...due, ...sums.found };
}

/** The part of a payroll's progress that no payment has: what is open, and what waits for a second person. */
export async function notExecuted(
  scope: Omit<PayrollScope, 'endDate'>,
  period: DayRange,
): Promise<Pick<ProgressCents, 'endDate' | 'open' | 'waiting'>> {
  const { payrollType, personID } = scope;
  const { endDate } = period;
  const [balances, waiting] = await Promise.all([
    payableBalances(payeeKindOf(payrollType), untilToday(endDate), { personIDs: personIDsOf(scope) }),
    waitingOf(payrollType, period, personID),
  ]);
  const open = noPayments();
  for (const { cents } of balances) addTo(open, cents);
  return { endDate, open, ...(waiting && { waiting }) };
}

/** A day, or today if it lies after that. */
export const untilToday = (day: BusinessDay): BusinessDay => (day < today() ? day : today());

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
  const requests = await ApprovalModel.find({ state: 'waiting' }).sort({ _id: 1 }).lean<ApprovalRecord[]>();
  const own = requests.filter(
    ({ kind, payrollType: type, endDate = '' }) =>
      kind === 'execution' && type === payrollType && isWithin(period, endDate),
  );
  const sum = noPayments();
  let approvalID: number | undefined;
  for (const request of own) {
    const part = personID ? await partOf(request, personID) : request;
    if (!part) continue;
    approvalID ??= request._id;
    sum.count += part.rows;
    sum.cents += part.amountCents;
  }
  return approvalID === undefined ? undefined : { approvalID, ...sum };
}

/** What a request has of one person; undefined: nothing. */
async function partOf(
  { runID = '', attempt = 0 }: ApprovalRecord,
  personID: number,
): Promise<Pick<ApprovalRecord, 'rows' | 'amountCents'> | undefined> {
  const _id = { $gte: pageIdOf(runID, attempt, 0), $lt: pageIdOf(runID, attempt + 1, 0) };
  const page = await PayrollRunPageModel.findOne({ runID, _id, 'rows.personID': personID }).lean();
  const row = page?.rows.find((each) => each.personID === personID);
  return row && { rows: 1, amountCents: row.cents };
}

export const noPayments = (): PaymentsCents => ({ count: 0, cents: 0 });

/** Adds payments up by what became of them, in the order of execution. */
export class PaymentSums {
  readonly found: Pick<ProgressCents, 'payments' | 'days'> = {
    payments: {
      executed: noPayments(),
      filed: noPayments(),
      paid: noPayments(),
      returned: noPayments(),
    },
  };

  add({ amountCents, createdDay }: PaymentRow, status: PaymentStatus): void {
    const { payments, days } = this.found;
    addTo(payments[stepOf(status)], amountCents);
    this.found.days = { first: days?.first ?? createdDay, last: createdDay };
  }
}

export function addTo(sum: PaymentsCents, cents: number): void {
  sum.count += 1;
  sum.cents += cents;
}

/** The last day of the payroll that a payment belongs to was asked for: with a hold it ends earlier. */
export const askedEndOf = ({ askedEndDate, endPeriod }: Pick<PayrollRecord, 'askedEndDate' | 'endPeriod'>) =>
  askedEndDate ?? endPeriod;

/** The payments whose end dates are in a period, with what became of each, in pages and in the order of execution. */
export async function* paymentsOfPayrolls(
  kind: PaidKind,
  period: DayRange,
  personID?: number,
): AsyncGenerator<{ payment: PaymentRow; status: PaymentStatus }[]> {
  const whose = personID ? { payee: payeeKeyOf(kind, personID) } : { kind };
  // Nothing is executed before its end date.
  const filter = { ...whose, createdDay: { $gte: period.startDate } };
  for await (const batch of paymentPages<PaymentRow>(filter, PAYMENT_FIELDS)) {
    const page = batch.filter((payment) => isWithin(period, askedEndOf(payment)));
    if (page.length === 0) continue;
    const statuses = await paymentStatuses(page.map(({ _id }) => _id));
    yield page.map((payment) => ({ payment, status: statuses.get(payment._id) ?? {} }));
  }
}

export function stepOf({ mark, payFileID }: PaymentStatus = {}): PaymentStep {
  if (mark && mark.state !== 'executed') return mark.state;
  return payFileID === undefined ? 'executed' : 'filed';
}
