import { AppError, isPaidBy, PAY_FILE_FORMATS, PAYMENT_METHODS } from '@partnerdesk/contracts';
import { catchUpLedger } from '../../ledger';
import type { ExecuteRow } from '../payroll-run.model';
import { findRun, readRunPages } from '../payroll-runs';
import { beginPayFile, type PayFileInput, payFileDigest } from './make-pay-file';
import { PayFileModel, type PayFileRecord } from './pay-file.models';

/**
 * Begins the pay files that an execution was asked for, of what it has executed. Safe to repeat: the files of the same
 * payments are begun once, also where somebody has discarded them since. One that cannot be begun keeps no other from it.
 * @returns the payFileIDs
 */
export async function beginFilesOfRun(runID: string): Promise<number[]> {
  const run = await findRun(runID);
  if (run?.kind !== 'execute' || run.state !== 'completed' || !run.fileFormats) return [];
  const ids = new Map(PAY_FILE_FORMATS.map((format) => [format, [] as number[]]));
  for await (const page of readRunPages<ExecuteRow>(run)) {
    for (const { outcome, payrollID, paymentType = 0 } of page) {
      if (outcome !== 'executed' || payrollID === undefined || !isPaidBy(paymentType)) continue;
      ids.get(PAYMENT_METHODS[paymentType].format)?.push(payrollID);
    }
  }
  await catchUpLedger();
  const { payrollType, requestedBy: actor } = run;
  const begun: number[] = [];
  for (const format of run.fileFormats) {
    const payrollIDs = ids.get(format) ?? [];
    if (payrollIDs.length === 0) continue;
    const existing = await PayFileModel.findOne({
      payrollType,
      digest: payFileDigest(format, payrollIDs),
    }).lean();
    const file = existing ?? (await beginIfAllowed({ payrollType, format, payrollIDs, by: { actor } }));
    if (file) begun.push(file._id);
  }
  return begun;
}

/** undefined: there can be no such file (today); its payments wait for one that is made by hand. */
async function beginIfAllowed(input: PayFileInput): Promise<PayFileRecord | undefined> {
  try {
    return await beginPayFile(input);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
