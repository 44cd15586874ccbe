import type { PayFileFormat } from '@partnerdesk/contracts';
import { CounterModel } from '../../ledger';
import { slicesOf } from '../../platform';
import { latestMarks } from '../latest-marks';
import { isPartDownloaded, partOfLine } from '../pay-files/find-pay-files';
import { payrollIDsOfTrace } from '../pay-files/nacha';
import {
  type PayFileLine,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
} from '../pay-files/pay-file.models';
import { PayrollModel, type PayrollRecord } from '../payroll.models';
import type { SentPayment } from './match-results';

const STEP = 1000;

/**
 * Those of these payments that are in a part of a file of this format which was downloaded.
 * @param files those of sentFiles
 */
export async function sentPayments(
  format: PayFileFormat,
  payrollIDs: Iterable<number>,
  files: ReadonlyMap<number, PayFileRecord>,
): Promise<SentPayment[]> {
  const ids = [...new Set(payrollIDs)];
  const sent: SentPayment[] = [];
  for (const step of slicesOf(ids, STEP)) {
    const lines = await PayFileLineModel.find({ _id: { $in: step } }).lean();
    const isSent = ({ payFileID, position }: PayFileLine) => {
      const file = files.get(payFileID);
      return file !== undefined && isPartDownloaded(file, partOfLine(format, position));
    };
    const inFile = lines.filter(isSent).map(({ _id }) => _id);
    const [payrolls, marks] = await Promise.all([
      PayrollModel.find({ _id: { $in: inFile } }).lean<PayrollRecord[]>(),
      latestMarks(inFile),
    ]);
    for (const { _id: payrollID, amountCents: cents, payPalUserName } of payrolls) {
      const state = marks.get(payrollID)?.state ?? 'executed';
      const recipient = payPalUserName.trim();
      sent.push({ payrollID, cents, state, recipient });
    }
  }
  return sent;
}

/** Files that may have been sent, by payFileID. */
export async function sentFiles(format: PayFileFormat): Promise<ReadonlyMap<number, PayFileRecord>> {
  const files = await PayFileModel.find({ format }, { state: 1, downloadedParts: 1 }).lean<PayFileRecord[]>();
  return new Map(files.map((file) => [file._id, file]));
}

/** The payments that these trace numbers may stand for: a number comes again after ten million payments. */
export async function payrollIDsOfTraces(traces: readonly string[]): Promise<number[]> {
  const last = (await CounterModel.findById('payrollID').lean())?.value ?? 0;
  return traces.flatMap((trace) => payrollIDsOfTrace(trace, last));
}
