import { type BusinessDay, ENTRIES_PAGE, type PaidKind } from '@partnerdesk/contracts';
import { catchUpLedger, EntryModel, type LedgerEntry, PayeeModel, payeeKeyOf } from '../ledger';
import { PayrollModel } from './payroll.models';

/** A page of the entries behind an amount, and what all of them come to. */
export interface EntriesPage {
  entries: LedgerEntry[];
  total: number;
}

/** Entries that a payroll paid, oldest first; page is 1-based. undefined: there is no such payroll. */
export async function payrollEntries(payrollID: number, page: number): Promise<EntriesPage | undefined> {
  await catchUpLedger();
  const payroll = await PayrollModel.findById(payrollID).lean();
  if (!payroll) return undefined;
  // No entry is posted on a closed day any more, and a period begins after the one before: so these are all.
  return readPage(payroll.payee, { $gte: payroll.startPeriod, $lte: payroll.endPeriod }, page);
}

/** Entries that are open through endDate, oldest first. */
export async function openEntries(
  kind: PaidKind,
  personID: number,
  endDate: BusinessDay,
  page: number,
): Promise<EntriesPage> {
  await catchUpLedger();
  const payee = payeeKeyOf(kind, personID);
  const closedThrough = (await PayeeModel.findById(payee).lean())?.closedThrough ?? '';
  return readPage(payee, { $gt: closedThrough, $lte: endDate }, page);
}

async function readPage(payee: string, postedDay: object, page: number): Promise<EntriesPage> {
  const filter = { payee, postedDay };
  const [entries, total] = await Promise.all([
    EntryModel.find(filter)
      .sort({ payee: 1, postedDay: 1, at: 1 })
      .skip((page - 1) * ENTRIES_PAGE)
      .limit(ENTRIES_PAGE)
      .lean<LedgerEntry[]>(),
    EntryModel.countDocuments(filter),
  ]);
  return { entries, total };
}
