import { type PaymentMark, PaymentMarkModel } from './payroll.models';

/** All marks of these payments, in no order. */
export function marksOf(payrollIDs: readonly number[]): Promise<PaymentMark[]> {
  return PaymentMarkModel.find({ payrollID: { $in: payrollIDs } }).lean<PaymentMark[]>();
}

/** The mark that holds for each of these payments, by payrollID; the ones before it are its history. */
export async function latestMarks(payrollIDs: readonly number[]): Promise<Map<number, PaymentMark>> {
  return latestOf(await marksOf(payrollIDs));
}

/** As latestMarks, of marks at hand. */
export function latestOf(marks: readonly PaymentMark[]): Map<number, PaymentMark> {
  const latest = new Map<number, PaymentMark>();
  for (const mark of marks) {
    if (mark.number > (latest.get(mark.payrollID)?.number ?? 0)) latest.set(mark.payrollID, mark);
  }
  return latest;
}
