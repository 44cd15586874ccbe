import type { BusinessDay, PaidKind, PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { inBatches, today } from '../platform';
import { ApprovalModel, type ApprovalRecord } from './approval.model';
import type { PayrollScope } from './generate-payroll';
import { type PaymentStatus, paymentStatuses } from './pay-files/pay-file-state';
import { payableBalances } from './payable-balances';
import { PayrollModel, type PayrollRecord, payeeKindOf } from './payroll.models';
import { PayrollRunPageModel, pageIdOf } from './payroll-run.model';
import { duePeriods } from './payroll-schedule';

/** So many payments, and what they add up to. */
export interface PaymentsCents {
  count: number;
  cents: number;
}

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

/** Payments whose states are looked up at once. */
const PAGE = 1000;

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

/** End dates that belong to one payroll (docs/RULES.md, Payroll "Progress"). */
export interface EndDates {
  after: BusinessDay;
  through: BusinessDay;
}

const isOf = ({ after, through }: EndDates, endDate: BusinessDay) => after < endDate && endDate <= through;

/** What is open through endDate, what waits for a second person, and what became of what was executed. */
export async function payrollProgress(input: PayrollScope): Promise<ProgressCents> {
  const { payrollType, endDate, personID } = input;
  await catchUpLedger();
  const period = { after: duePeriods(payrollType, endDate).last.endDate, through: endDate };
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
  { payrollType, endDate, personID }: PayrollScope,
  period: EndDates,
): Promise<Pick<ProgressCents, 'endDate' | 'open' | 'waiting'>> {
  const [through = endDate] = [endDate, today()].sort();
  const [balances, waiting] = await Promise.all([
    payableBalances(payeeKindOf(payrollType), through, {
      personIDs: personID === undefined ? undefined : [personID],
    }),
    waitingOf(payrollType, period, personID),
  ]);
  const open = noPayments();
  for (const { cents } of balances) addTo(open, cents);
  return { endDate, open, ...(waiting && { waiting }) };
}

/** Of the last period that has ended, until all of it is settled; then of the one that runs. */
export async function currentProgress(payrollType: PayrollType): Promise<ProgressCents> {
  const { last, next } = duePeriods(payrollType, today());
  const progress = await payrollProgress({ payrollType, endDate: last.endDate });
  const { open, waiting, payments } = progress;
  const isSettled = !waiting && open.count + payments.executed.count + payments.filed.count === 0;
  return isSettled ? payrollProgress({ payrollType, endDate: next.endDate }) : progress;
}

/** @param personID of whose rows alone is counted */
async function waitingOf(
  payrollType: PayrollType,
  period: EndDates,
  personID?: number,
): Promise<ProgressCents['waiting']> {
  const requests = await ApprovalModel.find({ state: 'waiting' }).sort({ _id: 1 }).lean<ApprovalRecord[]>();
  const own = requests.filter(
    ({ kind, payrollType: type, endDate = '' }) =>
      kind === 'execution' && type === payrollType && isOf(period, endDate),
  );
  const sum = noPayments();
  let approvalID: number | undefined;
  for (const request of own) {
    const part = personID === undefined ? request : await partOf(request, personID);
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
  readonly #payments = {
    executed: noPayments(),
    filed: noPayments(),
    paid: noPayments(),
    returned: noPayments(),
  };
  #days: ProgressCents['days'];

  add({ amountCents, createdDay }: PaymentRow, status: PaymentStatus): void {
    addTo(this.#payments[stepOf(status)], amountCents);
    this.#days = { first: this.#days?.first ?? createdDay, last: createdDay };
  }

  get found(): Pick<ProgressCents, 'payments' | 'days'> {
    return { payments: this.#payments, ...(this.#days && { days: this.#days }) };
  }
}

/** Counts a payment. */
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
  period: EndDates,
  personID?: number,
): AsyncGenerator<{ payment: PaymentRow; status: PaymentStatus }[]> {
  // Nothing is executed before its end date.
  const createdDay = { $gt: period.after };
  const cursor = PayrollModel.find(
    personID === undefined ? { kind, createdDay } : { payee: payeeKeyOf(kind, personID), createdDay },
    PAYMENT_FIELDS,
  )
    .sort({ kind: 1, createdDay: 1, _id: 1 })
    .lean<PaymentRow>()
    .cursor({ batchSize: PAGE });
  for await (const batch of inBatches(cursor, PAGE)) {
    const page = batch.filter((payment) => isOf(period, askedEndOf(payment)));
    if (page.length > 0) yield withStatuses(page);
  }
}

async function withStatuses(page: readonly PaymentRow[]) {
  const statuses = await paymentStatuses(page.map(({ _id }) => _id));
  return page.map((payment) => ({ payment, status: statuses.get(payment._id) ?? {} }));
}

export function stepOf({ mark, payFileID }: PaymentStatus = {}): PaymentStep {
  if (mark && mark.state !== 'executed') return mark.state;
  return payFileID === undefined ? 'executed' : 'filed';
}
