import {
  type DailyFigure,
  dailyFiguresCall,
  dollarsOf,
  quickStatisticsCall,
  type SaleDetail,
  SEARCH_CURSOR,
  saleDetailsCall,
  saleSummaryCall,
  type TrackingSource,
  trackingSourcesCall,
} from '@partnerdesk/contracts';
import {
  type AffiliateDay,
  addClicks,
  affiliateDays,
  type LedgerEntry,
  quickStatistics,
  type SalesCursor,
  type SourceFigures,
  saleDetails,
  saleSummary,
  salesPage,
  trackingSources,
} from '@partnerdesk/domain';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import type { AddRoutes } from '../route-deps';

/** What an affiliate has sold and earned: sums, days, sources and single sales. */
export const addAffiliateFigureRoutes: AddRoutes = ({ handle }, { clicks }) => {
  handle(quickStatisticsCall, async ({ query: { affID } }) => {
    const { yesterdayCents, todayCents, monthCents } = await quickStatistics(affID);
    return {
      affID,
      yesterday: dollarsOf(yesterdayCents),
      today: dollarsOf(todayCents),
      month: dollarsOf(monthCents),
    };
  });

  handle(saleSummaryCall, async ({ query: { affiliateID, ...range } }) => {
    const { totalSalesCents, totalPayoutCents } = await saleSummary(affiliateID, range);
    return { totalSales: dollarsOf(totalSalesCents), totalPayout: dollarsOf(totalPayoutCents) };
  });

  handle(dailyFiguresCall, async ({ query: { affiliateID, ...range } }) =>
    (await affiliateDays(affiliateID, range)).map(presentDay),
  );

  handle(trackingSourcesCall, async ({ query }) => {
    await clicks.drain(addClicks);
    return (await trackingSources(query.affiliateID)).map(presentSource);
  });

  // All rows of the range; with `limit` a page, and the cursor of the next one in X-Next-Cursor.
  handle(saleDetailsCall, async ({ ctx, query: { affiliateID, limit, cursor, ...range } }) => {
    if (limit === undefined) return (await saleDetails(affiliateID, range)).map(presentSaleDetail);
    const after = readCursorOrThrow<SalesCursor>(cursor, salesPlace);
    const { entries, next } = await salesPage(affiliateID, range, { after, limit });
    if (next) ctx.set(SEARCH_CURSOR.next, writeCursor(next));
    return entries.map(presentSaleDetail);
  });
};

export const presentDay = ({ day, salesCents, payoutCents }: AffiliateDay): DailyFigure => ({
  day,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

export const presentSource = ({ salesCents, payoutCents, ...source }: SourceFigures): TrackingSource => ({
  ...source,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

/** A row of GET /member-sale-details; refunds are negative and carry the id of their sale. */
export function presentSaleDetail(entry: LedgerEntry): SaleDetail {
  return {
    saleID: entry.saleID ?? 0,
    dateCreated: entry.at.toISOString(),
    saleAmount: dollarsOf(entry.amountCents),
    payout: dollarsOf(entry.payoutCents),
    transactionType: entry.transactionType ?? entry.type,
  };
}
