import type { DayRange } from '@partnerdesk/contracts';
import { dayOf } from '../../platform';
import { EntryModel, type LedgerEntry } from '../ledger.models';
import { payeeKeyOf } from '../payee';

/** How far a reader has come: through `seen` sales and refunds of the instant `at` (ms). */
export interface SalesCursor {
  at: number;
  seen: number;
}

/**
 * A page of an affiliate's sales and refunds of the range, the newest first. It costs the same wherever it begins.
 * @returns with the cursor of the next page, if there may be one
 */
export async function salesPage(
  affID: number,
  { startDate, endDate }: DayRange,
  { after, limit }: { after?: SalesCursor | undefined; limit: number },
): Promise<{ entries: LedgerEntry[]; next?: SalesCursor }> {
  const skipped = after?.seen ?? 0;
  const last = after && dayOf(after.at) < endDate ? dayOf(after.at) : endDate;
  const entries = await findSales(
    affID,
    { startDate, endDate: last },
    after && { at: { $lte: new Date(after.at) } },
  )
    .skip(skipped)
    .limit(limit);
  const at = entries.at(-1)?.at.getTime();
  if (entries.length < limit || at === undefined) return { entries };
  const seen = entries.filter((entry) => entry.at.getTime() === at).length;
  return { entries, next: { at, seen: after?.at === at ? seen + skipped : seen } };
}

/** The affiliate's sales and refunds of the range, by the day of each; newest first. */
export async function saleDetails(affID: number, range: DayRange): Promise<LedgerEntry[]> {
  return findSales(affID, range);
}

function findSales(affID: number, { startDate, endDate }: DayRange, also: object = {}) {
  const day = { $gte: startDate, $lte: endDate };
  const payee = payeeKeyOf('affiliate', affID);
  return EntryModel.find({ payee, day, ...also, type: { $in: ['sale', 'refund'] } })
    .sort({ day: -1, at: -1 })
    .lean<LedgerEntry[]>();
}
