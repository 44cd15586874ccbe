import { PayrollModel, type PayrollRecord } from '../../ledger/ledger.models';
import { latestMarks } from '../latest-marks';
import {
  type ExcludedPayment,
  PayFileLineModel,
  PayFileModel,
  type PayFileRecord,
  type SettledPayFile,
} from './pay-file.model';

const STEP = 500;

/**
 * Finishes what a process that died has left of a pay file: a file that is being made gets its lines, a discarded
 * one lets go of them. Safe to repeat, and to run twice at once.
 * @returns the file as it is now
 */
export async function settlePayFile(file: PayFileRecord): Promise<SettledPayFile> {
  if (file.state === 'open') return { ...file, state: 'open' };
  if (file.state === 'discarded') {
    await freeLines(file._id);
    return { ...file, state: 'discarded' };
  }
  const { _id, claims = [] } = file;
  await claimLines(_id, claims);
  const mine = new Set((await PayFileLineModel.find({ payFileID: _id }).lean()).map((line) => line._id));
  const payrolls = await payrollsInOrder(claims);
  const included = payrolls.filter((payroll) => mine.has(payroll._id));
  const others = payrolls.filter((payroll) => !mine.has(payroll._id));
  const settled = {
    state: included.length ? ('open' as const) : ('discarded' as const),
    lines: included.length,
    amountCents: included.reduce((sum, { amountCents }) => sum + amountCents, 0),
    excluded: [...file.excluded, ...others.map((payroll) => excludedOf(payroll, 'Is in another pay file'))],
  };
  const { modifiedCount } = await PayFileModel.updateOne(
    { _id, state: 'building' },
    { $set: settled, $unset: { claims: '' } },
  );
  if (modifiedCount) return { ...file, ...settled };
  // Somebody else was faster, and may have discarded it since.
  return settlePayFile(await PayFileModel.findById(_id).orFail().lean<PayFileRecord>());
}

/** A payment that has a line already, in this file or in another, keeps it. */
async function claimLines(payFileID: number, payrollIDs: readonly number[]): Promise<void> {
  for (let start = 0; start < payrollIDs.length; start += STEP) {
    const step = payrollIDs.slice(start, start + STEP).map((payrollID, index) => ({
      updateOne: {
        filter: { _id: payrollID },
        update: { $setOnInsert: { payFileID, position: start + index } },
        upsert: true,
      },
    }));
    await PayFileLineModel.bulkWrite(step, { ordered: false });
  }
}

/** Payments that are marked stay with the file. */
async function freeLines(payFileID: number): Promise<void> {
  const lines = await PayFileLineModel.find({ payFileID }).lean();
  const marks = await latestMarks(lines.map(({ _id }) => _id));
  const free = lines
    .map(({ _id }) => _id)
    .filter((id) => (marks.get(id)?.state ?? 'executed') === 'executed');
  if (free.length) await PayFileLineModel.deleteMany({ _id: { $in: free }, payFileID });
}

/** These payments, in the order of the ids. */
export async function payrollsInOrder(payrollIDs: readonly number[]): Promise<PayrollRecord[]> {
  const found = new Map<number, PayrollRecord>();
  for (let start = 0; start < payrollIDs.length; start += STEP) {
    const step = payrollIDs.slice(start, start + STEP);
    for (const payroll of await PayrollModel.find({ _id: { $in: step } }).lean<PayrollRecord[]>()) {
      found.set(payroll._id, payroll);
    }
  }
  return payrollIDs.flatMap((id) => found.get(id) ?? []);
}

/** A payment that can't be in a file, and why. */
export function excludedOf(
  { _id, personID, name, amountCents }: PayrollRecord,
  reason: string,
): ExcludedPayment {
  return { payrollID: _id, personID, name, amountCents, reason };
}
