import { type BusinessDay, type DayRange, PERIOD, periodRange } from '@partnerdesk/contracts';
import { dayOf, today } from '../../platform';
import { payeeKeyOf } from '../keys';
import { EntryModel, type LedgerEntry } from '../ledger.models';
import { readDayTotals } from './read-statistics';

/** One day of an affiliate, by the day of the sale or refund; cents, refunds taken off. */
export type AffiliateDay = { day: BusinessDay; salesCents: number; payoutCents: number };

const SHOWN = { _id: 0, day: 1, salesCents: 1, refundsCents: 1, payoutCents: 1 };

export async function affiliateDays(affID: number, range: DayRange): Promise<AffiliateDay[]> {
  const totals = await readDayTotals(payeeKeyOf('affiliate', affID), range, { projection: SHOWN });
  return totals.map(({ day, salesCents = 0, refundsCents = 0, payoutCents = 0 }) => ({
    day,
    salesCents: salesCents - refundsCents,
    payoutCents,
  }));
}

/** Sales and payout of the range, refunds taken off; cents (docs/RULES.md, Events). */
export async function saleSummary(affID: number, range: DayRange) {
  const days = await affiliateDays(affID, range);
  return {
    totalSalesCents: days.reduce((sum, day) => sum + day.salesCents, 0),
    totalPayoutCents: days.reduce((sum, day) => sum + day.payoutCents, 0),
  };
}

/** Payouts of yesterday, today and this month to date; cents (docs/PRODUCT.md §2). */
export async function quickStatistics(affID: number) {
  const now = today();
  const month = periodRange(PERIOD.thisMonth, now);
  const yesterday = periodRange(PERIOD.yesterday, now);
  if (!month || !yesterday) throw new Error('a period preset has no range');
  const [startDate = now] = [yesterday.startDate, month.startDate].sort();
  const days = await affiliateDays(affID, { startDate, endDate: now });
  const sumOf = (range: DayRange) =>
    days
      .filter(({ day }) => day >= range.startDate && day <= range.endDate)
      .reduce((sum, { payoutCents }) => sum + payoutCents, 0);
  return {
    yesterdayCents: sumOf(yesterday),
    todayCents: sumOf({ startDate: now, endDate: now }),
    monthCents: sumOf(month),
  };
}

/** How far a reader has come: through `seen` sales and refunds of the instant `at` (ms). */
export type SalesCursor = { at: number; seen: number };

/** A page of an affiliate's sales and refunds, the newest first. @returns with the cursor of the next, if there may be one */
export async function salesPage(
  affID: number,
  { startDate, endDate }: DayRange,
  { after, limit }: { after?: SalesCursor | undefined; limit: number },
): Promise<{ entries: LedgerEntry[]; next?: SalesCursor }> {
  const skipped = after?.seen ?? 0;
  const last = after && dayOf(after.at) < endDate ? dayOf(after.at) : endDate;
  const through = after && { at: { $lte: new Date(after.at) } };
  const entries = await findSales(affID, { startDate, endDate: last }, through).skip(skipped).limit(limit);
  const at = entries.at(-1)?.at.getTime();
  if (entries.length < limit || at === undefined) return { entries };
  const seen = entries.filter((entry) => entry.at.getTime() === at).length;
  return { entries, next: { at, seen: after?.at === at ? seen + skipped : seen } };
}

export const saleDetails = async (affID: number, range: DayRange) => findSales(affID, range);

function findSales(affID: number, { startDate, endDate }: DayRange, also: object = {}) {
  const day = { $gte: startDate, $lte: endDate };
  const payee = payeeKeyOf('affiliate', affID);
  return EntryModel.find({ payee, day, ...also, type: { $in: ['sale', 'refund'] } })
    .sort({ day: -1, at: -1 })
    .lean<LedgerEntry[]>();
}
