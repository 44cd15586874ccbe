import { catchUpLedger, JournalModel } from '../../ledger';
import { PayFileModel } from '../pay-files/pay-file.models';
import { PaymentMarkModel, PayrollModel } from '../payroll.models';
import { type NecYear, necTotals } from './nec-forms';
import { paymentsAround } from './paid-in-year';

let kept: { key: string; totals: Promise<NecYear> } | undefined;

/**
 * The totals of a year. Adding them up reads every payment of it, so those asked for last are kept until a payment is
 * executed or marked, or a pay file changes: pages and downloads of one screen add up once.
 */
export async function totalsOfYear(year: number): Promise<Readonly<NecYear>> {
  const key = `${year}:${await paymentsVersion()}`;
  if (kept?.key !== key) {
    const totals = necTotals(year, paymentsAround(year));
    kept = { key, totals };
    totals.catch(() => {
      if (kept?.totals === totals) kept = undefined;
    });
  }
  return kept.totals;
}

/** Changes with everything that totals depend on: payrolls and marks are only ever added. */
async function paymentsVersion(): Promise<string> {
  await catchUpLedger();
  const [last, marks, files] = await Promise.all([
    PayrollModel.findOne({}, { seq: 1 }).sort({ _id: -1 }).lean(),
    PaymentMarkModel.countDocuments(),
    PayFileModel.find({}, { changedBy: 1 }).lean(),
  ]);
  const changed = files.reduce((latest, { changedBy = 0 }) => Math.max(latest, changedBy), 0);
  const record = await JournalModel.findById(last?.seq ?? 0, { hash: 1 }).lean();
  return [last?._id, record?.hash, marks, files.length, changed].join(':');
}
