import { EntryModel, type PaymentMark, PaymentMarkModel, PayrollModel } from '../../ledger/ledger.models';
import { latestOf } from '../latest-marks';

/**
 * What is returned now has its amount reopened, once; of no other payment anything is.
 * @param seq journal record through which marks and entries count
 * @returns a line for each difference
 */
export async function returnDifferences(seq: number): Promise<string[]> {
  const isIn = (each: { seq?: number }) => (each.seq ?? 0) <= seq;
  const marks = latestOf((await PaymentMarkModel.find().lean<PaymentMark[]>()).filter(isIn));
  const reopened = new Map<number, number>();
  const returns = EntryModel.find({ _id: { $gt: 'returned:', $lt: 'returned;' } }).lean();
  for (const entry of (await returns).filter(isIn)) {
    const { payrollID = 0, payoutCents } = entry;
    reopened.set(payrollID, (reopened.get(payrollID) ?? 0) + payoutCents);
  }
  for (const { payrollID, state } of marks.values()) {
    if (state === 'returned' && !reopened.has(payrollID)) reopened.set(payrollID, 0);
  }
  const payrolls = await PayrollModel.find({ _id: { $in: [...reopened.keys()] } }).lean();
  const paid = new Map(payrolls.map((payroll) => [payroll._id, payroll.amountCents]));
  return [...reopened].flatMap(([payrollID, cents]) => {
    const returned = marks.get(payrollID)?.state === 'returned' ? paid.get(payrollID) : 0;
    return cents === returned ? [] : [`payroll ${payrollID}: ${returned} cents returned, ${cents} reopened`];
  });
}
