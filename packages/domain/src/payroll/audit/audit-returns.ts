import { EntryModel } from '../../ledger';
import { latestOf } from '../latest-marks';
import { type PaymentMark, PaymentMarkModel, PayrollModel } from '../payroll.models';

/**
 * What is returned now has its amount reopened, once; of no other payment anything is.
 * @param seq journal record through which marks and entries count
 * @returns a line for each difference
 */
export async function returnDifferences(seq: number): Promise<string[]> {
  const isIn = { seq: { $not: { $gt: seq } } };
  const returns = await PaymentMarkModel.find(
    { ...isIn, state: 'returned' },
    { _id: 0, payrollID: 1 },
  ).lean();
  const everReturned = { payrollID: { $in: [...new Set(returns.map(({ payrollID }) => payrollID))] } };
  const marks = latestOf(await PaymentMarkModel.find({ ...isIn, ...everReturned }).lean<PaymentMark[]>());
  const reopened = new Map<number, number>();
  const corrections = { ...isIn, _id: { $gt: 'returned:', $lt: 'returned;' } };
  for (const { payrollID = 0, payoutCents } of await EntryModel.find(corrections).lean()) {
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
