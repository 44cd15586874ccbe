import type { DayRange } from '@partnerdesk/contracts';
import { EntryModel, type LedgerEntry } from '../ledger.models';
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
