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

/** A payment that may have been sent, and whose it is. */
export interface SentPayroll extends SentPayment {
  kind: PayrollRecord['kind'];
  personID: number;
  name: string;
}

const STEP = 1000;

/**
 * Those of these payments that are in a part of a file of this format which was downloaded.
 * @param files those of sentFiles, where many are asked for step by step
 */
export async function sentPayments(
  format: PayFileFormat,
  payrollIDs: Iterable<number>,
  files?: ReadonlyMap<number, PayFileRecord>,
): Promise<SentPayroll[]> {
  const ids = [...new Set(payrollIDs)];
  const sentBy = files ?? (await sentFiles(format));
  const sent: SentPayroll[] = [];
  for (const step of slicesOf(ids, STEP)) {
    const lines = await PayFileLineModel.find({ _id: { $in: step } }).lean();
    const isSent = ({ payFileID, position }: PayFileLine) => {
      const file = sentBy.get(payFileID);
      return file !== undefined && isPartDownloaded(file, partOfLine(format, position));
    };
    const inFile = lines.filter(isSent).map(({ _id }) => _id);
    const [payrolls, marks] = await Promise.all([
      PayrollModel.find({ _id: { $in: inFile } }).lean<PayrollRecord[]>(),
      latestMarks(inFile),
    ]);
    for (const { _id: payrollID, kind, personID, name, amountCents, payPalUserName } of payrolls) {
      const state = marks.get(payrollID)?.state ?? 'executed';
      const recipient = payPalUserName.trim();
      sent.push({ payrollID, kind, personID, name, cents: amountCents, state, recipient });
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
