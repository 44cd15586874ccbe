import type { PaymentMark } from '../../ledger/ledger.models';
import { latestMarks } from '../latest-marks';
import { PayFileLineModel } from './pay-file.model';

/** What became of a payment since. */
export interface PaymentStatus {
  mark?: PaymentMark;
  payFileID?: number;
}

/** How these payments stand now. */
export async function paymentStatuses(payrollIDs: readonly number[]): Promise<Map<number, PaymentStatus>> {
  const [marks, lines] = await Promise.all([
    latestMarks(payrollIDs),
    PayFileLineModel.find({ _id: { $in: payrollIDs } }).lean<{ _id: number; payFileID: number }[]>(),
  ]);
  const statuses = new Map<number, PaymentStatus>(payrollIDs.map((id) => [id, {}]));
  for (const mark of marks.values()) {
    const status = statuses.get(mark.payrollID);
    if (status) status.mark = mark;
  }
  for (const line of lines) {
    const status = statuses.get(line._id);
    if (status) status.payFileID = line.payFileID;
  }
  return statuses;
}
