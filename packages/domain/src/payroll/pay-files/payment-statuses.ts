import { latestMarks } from '../latest-marks';
import type { PaymentMark } from '../payroll.models';
import { payFilesOf } from './pay-file-state';

/** What became of a payment since. */
export interface PaymentStatus {
  mark?: PaymentMark;
  /** The pay file that it is in; not one that was discarded. */
  payFileID?: number;
}

/** How these payments stand now. */
export async function paymentStatuses(payrollIDs: readonly number[]): Promise<Map<number, PaymentStatus>> {
  const [marks, payFiles] = await Promise.all([latestMarks(payrollIDs), payFilesOf(payrollIDs)]);
  return new Map(
    payrollIDs.map((id) => {
      const mark = marks.get(id);
      const payFileID = payFiles.get(id);
      return [id, { ...(mark && { mark }), ...(payFileID !== undefined && { payFileID }) }];
    }),
  );
}
