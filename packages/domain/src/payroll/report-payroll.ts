import type { DayRange, PayrollType } from '@partnerdesk/contracts';
import { catchUpLedger, payeeKeyOf } from '../ledger';
import { inBatches } from '../platform';
import { PayrollModel, type PayrollRecord, payeeKindOf } from './payroll.models';

const FIELDS = {
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
/** A row of a report as stored: a payroll without account numbers. */
export type ReportRow = Pick<PayrollRecord, '_id' | keyof typeof FIELDS>;

const STEP = 1000;

/** The payrolls that were executed on the days of the range, in the order of their ids within each day. */
export async function* reportInSteps(
  input: { payrollType: PayrollType } & DayRange,
): AsyncGenerator<{ rows: ReportRow[]; done: number; total: number }> {
  await catchUpLedger();
  const kind = payeeKindOf(input.payrollType);
  const range = { kind, createdDay: { $gte: input.startDate, $lte: input.endDate } };
  const total = await PayrollModel.countDocuments(range);
  yield { rows: [], done: 0, total };
  const cursor = PayrollModel.find(range, FIELDS)
    .sort({ kind: 1, createdDay: 1, _id: 1 })
    .lean<ReportRow>()
    .cursor({ batchSize: STEP });
  let done = 0;
  for await (const rows of inBatches(cursor, STEP)) {
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
