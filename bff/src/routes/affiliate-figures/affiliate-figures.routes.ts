import {
  type AffiliateActivity,
  addDays,
  affiliateActivityCall,
  affiliateChangesCall,
  type DailyFigure,
  dailyFiguresCall,
  dollarsOf,
  LATEST_SALES,
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
  countLedgerLinks,
  isReturned,
  type LedgerEntry,
  type LinkReportLine,
  linkReport,
  paymentHistory,
  quickStatistics,
  readCampaigns,
  type SalesCursor,
  type SourceFigures,
  saleDetails,
  saleSummary,
  salesPage,
  today,
  trackingSources,
} from '@partnerdesk/domain';
import { answerStream } from '../../live/live-changes';
import { isAffiliate } from '../../middleware/policy';
import { readCursorOrThrow, salesPlace, writeCursor } from '../cursor';
import type { AddRoutes, RouteDeps } from '../route-deps';

const LATEST_DAYS = 7;
const EVER = '1900-01-01';

/** What an affiliate has sold and earned, how far they have come, and when that changes. */
export const addAffiliateFigureRoutes: AddRoutes = ({ handle }, deps) => {
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
    await deps.clicks.drain(addClicks);
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

  handle(affiliateActivityCall, ({ query }) => activityOf(query.affiliateID, deps));

  handle(affiliateChangesCall, ({ ctx, principal }) =>
    answerStream(ctx, deps, { allows: isAffiliate, about: { affID: principal.id } }),
  );
};

async function activityOf(affiliateID: number, { clicks }: RouteDeps): Promise<AffiliateActivity> {
  const day = today();
  const latest = { startDate: addDays(day, 1 - LATEST_DAYS), endDate: day };
  await Promise.all([clicks.drain(addClicks), countLedgerLinks()]);
  const [sources, campaigns, payments, report, sales] = await Promise.all([
    trackingSources(affiliateID),
    readCampaigns(affiliateID),
    paymentHistory(affiliateID, { startDate: EVER, endDate: day }),
    linkReport(affiliateID, { startDate: day, endDate: day }, 'source'),
    salesPage(affiliateID, latest, { limit: LATEST_SALES }),
  ]);
  const [last] = payments;
  return {
    progress: {
      campaigns: campaigns.length,
      clicks: sources.reduce((sum, source) => sum + source.clicks, 0),
      joins: sources.reduce((sum, { joins }) => sum + joins, 0),
      sales: dollarsOf(sources.reduce((sum, { salesCents }) => sum + salesCents, 0)),
      payments: payments.filter((payment) => !isReturned(payment)).length,
    },
    lastPayment: last
      ? {
          amount: dollarsOf(last.amountCents),
          dateCreated: last.createdAt.toISOString(),
          state: last.mark?.state ?? 'executed',
        }
      : null,
    day,
    links: linksOf(report.lines),
    sales: sales.entries.map(presentSaleDetail),
  };
}

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

/** Sources with clicks or joins; what the day does not keep apart counts as without a source (docs/RULES.md, Clicks). */
function linksOf(lines: readonly LinkReportLine[]): AffiliateActivity['links'] {
  const links = new Map<string, AffiliateActivity['links'][number]>();
  for (const { name: tid, now } of lines) {
    const { clicks = 0, joins = 0 } = now;
    const known = links.get(tid) ?? { tid, clicks: 0, joins: 0 };
    if (clicks + joins > 0)
      links.set(tid, { tid, clicks: known.clicks + clicks, joins: known.joins + joins });
  }
  return [...links.values()];
}
