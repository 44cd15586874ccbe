import type { DayRange } from '@partnerdesk/contracts';
import { dayOf } from '../../platform';
import { EntryModel, type LedgerEntry, PayrollModel, type PayrollRecord } from '../ledger.models';
import { payeeKeyOf } from '../payee';

/** The affiliate's sales and refunds of the range, by the day of each; newest first. */
export async function saleDetails(affID: number, { startDate, endDate }: DayRange): Promise<LedgerEntry[]> {
  return EntryModel.find({
    payee: payeeKeyOf('affiliate', affID),
    day: { $gte: startDate, $lte: endDate },
    type: { $in: ['sale', 'refund'] },
  })
    .sort({ day: -1, at: -1 })
    .lean<LedgerEntry[]>();
}

/** The payrolls that were executed for the affiliate on the days of the range; newest first. */
export async function paymentHistory(
  affID: number,
  { startDate, endDate }: DayRange,
): Promise<PayrollRecord[]> {
  // A person has a payroll a month: reading them all costs less than another index.
  const payrolls = await PayrollModel.find({ payee: payeeKeyOf('affiliate', affID) }).lean<PayrollRecord[]>();
  return payrolls
    .filter(({ createdAt }) => dayOf(createdAt) >= startDate && dayOf(createdAt) <= endDate)
    .sort((a, b) => b._id - a._id);
}
