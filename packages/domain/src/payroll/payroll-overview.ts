import {
  addDays,
  type BusinessDay,
  isPaidBy,
  PAYMENT_METHODS,
  type PayFileFormat,
  type PayrollType,
} from '@partnerdesk/contracts';
import { catchUpLedger } from '../ledger';
import { today } from '../platform';
import { openBalances } from './open-balances';
import { PayFileModel, type PayFileRecord, PayFileStepModel } from './pay-files/pay-file.models';
import type { PaymentStatus } from './pay-files/pay-file-state';
import { payeeKindOf } from './payroll.models';
import { CourseBuilder, type PayrollEvent } from './payroll-course';
import {
  addTo,
  askedEndOf,
  type EndDates,
  noPayments,
  notExecuted,
  type PaymentRow,
  type PaymentStep,
  PaymentSums,
  type PaymentsCents,
  type ProgressCents,
  paymentsOfPayrolls,
  stepOf,
} from './payroll-progress';
import { type DuePeriod, duePeriods } from './payroll-schedule';
import { loadPayeePeople } from './people-names';

/** Files that are looked through for those of one payroll, beside the ones that hold its payments. */
const LATEST_FILES = 20;
/** Returned payments, and balances below zero, that are named. */
export const NAMED = 50;
/** Payrolls of the past that are listed. */
const PAST = 6;

/** The days of a payroll, and the last one on which to pay it. */
export interface PayrollPeriod extends DuePeriod {
  startDate: BusinessDay;
}

/** A balance below zero: no row of a payroll, it carries over. */
export interface OwedCents {
  personID: number;
  name: string;
  cents: number;
}

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
  /** All balances below zero, and the largest of them. */
  owed: PaymentsCents & { people: OwedCents[] };
  /** Who did what, the latest first. */
  course: PayrollEvent[];
}

/** The payroll whose period a day is in. */
export function payrollPeriodOf(payrollType: PayrollType, day: BusinessDay): PayrollPeriod {
  const { last, next } = duePeriods(payrollType, day);
  return { startDate: addDays(last.endDate, 1), ...next };
}

const endDatesOf = ({ startDate, endDate }: PayrollPeriod): EndDates => ({
  after: addDays(startDate, -1),
  through: endDate,
});

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
  for await (const page of paymentsOfPayrolls(kind, endDatesOf(period))) {
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
    notExecuted({ payrollType, endDate: period.endDate }, endDatesOf(period)),
    owedThrough(payrollType, period.endDate),
    filesOf(payrollType, payrollIDs, fileIDs),
  ]);
  for (const file of files) course.addFile(file);
  await course.addRequests(payrollType, endDatesOf(period));
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
  for await (const page of paymentsOfPayrolls(payeeKindOf(payrollType), endDatesOf(period))) {
    for (const { payment, status } of page)
      if (stepOf(status) === 'executed' && unfiledKeyOf(payment) === format) found.push(payment._id);
  }
  return found;
}

/** Files that hold payments of a payroll, and of the latest ones those that were asked for any. */
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
  const own = new Set(
    asked.filter((step) => step.payrollIDs.some((id) => payrollIDs.has(id))).map(({ _id }) => _id),
  );
  return [...holding, ...others.filter(({ _id }) => own.has(`${_id}:0`))].sort((a, b) => b._id - a._id);
}

async function owedThrough(
  payrollType: PayrollType,
  endDate: BusinessDay,
): Promise<PayrollOverviewCents['owed']> {
  const kind = payeeKindOf(payrollType);
  const [through = endDate] = [endDate, today()].sort();
  const below = (await openBalances(kind, through)).filter(({ cents }) => cents < 0);
  const largest = below.sort((a, b) => a.cents - b.cents).slice(0, NAMED);
  const personIDs = largest.map(({ personID }) => personID);
  const people = await loadPayeePeople(kind, personIDs);
  return {
    count: below.length,
    cents: below.reduce((sum, { cents }) => sum + cents, 0),
    people: largest.map(({ personID, cents }) => ({
      personID,
      name: people.get(personID)?.name ?? '',
      cents,
    })),
  };
}

/** A payroll of which something was executed. */
export interface PastPayrollCents {
  period: PayrollPeriod;
  payments: Record<PaymentStep, PaymentsCents>;
}

/** The payrolls of the latest periods of which something was executed, newest first. */
export async function pastPayrolls(payrollType: PayrollType): Promise<PastPayrollCents[]> {
  await catchUpLedger();
  const periods = [payrollPeriodOf(payrollType, today())];
  while (periods.length <= PAST)
    periods.push(payrollPeriodOf(payrollType, addDays(periods.at(-1)?.startDate ?? '', -1)));
  const [newest, oldest] = [periods[0], periods.at(-1)];
  if (!newest || !oldest) return [];
  const sums = new Map<BusinessDay, PaymentSums>();
  const all = { after: endDatesOf(oldest).after, through: newest.endDate };
  for await (const page of paymentsOfPayrolls(payeeKindOf(payrollType), all)) {
    for (const { payment, status } of page) {
      const end = askedEndOf(payment);
      const period = periods.find(({ startDate, endDate }) => startDate <= end && end <= endDate);
      if (!period) continue;
      const sum = sums.get(period.endDate) ?? new PaymentSums();
      sums.set(period.endDate, sum);
      sum.add(payment, status);
    }
  }
  return periods.flatMap((period) => {
    const sum = sums.get(period.endDate);
    return sum ? [{ period, payments: sum.found.payments }] : [];
  });
}
