import type { DayRange, PaidKind, PaymentState, PayrollType } from '@partnerdesk/contracts';
import { addDays, PAID_KINDS } from '@partnerdesk/contracts';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { getOrMake, today } from '../platform';
import { latestMarks, PayrollModel, type PayrollRecord, payeeKindOf, paymentPages } from './payroll.models';

/** Of a payroll, without account numbers. */
export const ROW_FIELDS = {
  kind: 1,
  personID: 1,
  name: 1,
  startPeriod: 1,
  endPeriod: 1,
  amountCents: 1,
  entries: 1,
  commission: 1,
  paymentType: 1,
  paymentInfo: 1,
  createdAt: 1,
  createdBy: 1,
} as const;
/** A row of a report as stored. */
export type ReportRow = Pick<PayrollRecord, '_id' | keyof typeof ROW_FIELDS>;

/** The payrolls that were executed on the days of the range, in the order of their ids within each day. */
export async function* reportInSteps(
  input: { payrollType: PayrollType } & DayRange,
): AsyncGenerator<{ rows: ReportRow[]; done: number; total: number }> {
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const range = { kind, createdDay: { $gte: input.startDate, $lte: input.endDate } };
  const total = await PayrollModel.countDocuments(range);
  yield { rows: [], done: 0, total };
  let done = 0;
  for await (const rows of paymentPages<ReportRow>(range, ROW_FIELDS)) {
    done += rows.length;
    yield { rows, done, total: Math.max(total, done) };
  }
  yield { rows: [], done, total: done };
}

/** The payments that rows of a generated payroll have become since, by personID. */
export async function paymentsSince(
  payrollType: PayrollType,
  rows: readonly { personID: number; endPeriod: string }[],
): Promise<Map<number, number>> {
  const kind = payeeKindOf(payrollType);
  const payrolls = await PayrollModel.find(
    {
      payee: { $in: rows.map(({ personID }) => payeeKeyOf(kind, personID)) },
      endPeriod: { $in: [...new Set(rows.map(({ endPeriod }) => endPeriod))] },
    },
    { personID: 1, endPeriod: 1 },
  ).lean<{ _id: number; personID: number; endPeriod: string }[]>();
  const ends = new Map(rows.map(({ personID, endPeriod }) => [personID, endPeriod]));
  const own = payrolls.filter(({ personID, endPeriod }) => ends.get(personID) === endPeriod);
  return new Map(own.map(({ _id, personID }) => [personID, _id]));
}

/** Payments older than this are settled long since. */
const DAYS = 60;

/** How many payments of the last 60 days are in which state, and their sums. */
export async function sumPayments() {
  const sums = new Map<string, { kind: PaidKind; state: PaymentState; count: number; cents: number }>();
  for (const kind of PAID_KINDS) {
    const executed = { kind, createdDay: { $gte: addDays(today(), -DAYS) } };
    for await (const page of paymentPages<Pick<PayrollRecord, '_id' | 'amountCents'>>(executed, {
      amountCents: 1,
    })) {
      const marks = await latestMarks(page.map(({ _id }) => _id));
      for (const { _id, amountCents } of page) {
        const state = marks.get(_id)?.state ?? 'executed';
        const sum = getOrMake(sums, `${kind} ${state}`, () => ({ kind, state, count: 0, cents: 0 }));
        sum.count += 1;
        sum.cents += amountCents;
      }
    }
  }
  return [...sums.values()];
}
