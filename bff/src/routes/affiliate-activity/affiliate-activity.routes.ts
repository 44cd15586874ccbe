import {
  type AffiliateActivity,
  addDays,
  affiliateActivityCall,
  affiliateChangesCall,
  dollarsOf,
  LATEST_SALES,
} from '@partnerdesk/contracts';
import {
  addClicks,
  countLedgerLinks,
  isReturned,
  type LinkReportLine,
  linkReport,
  type MarkedPayment,
  paymentHistory,
  readCampaigns,
  salesPage,
  today,
  trackingSources,
} from '@partnerdesk/domain';
import { principalOf } from '../../context';
import { answerStream } from '../../live/answer-stream';
import { isAffiliate } from '../../middleware/policy';
import { presentSaleDetail } from '../affiliate-figures/affiliate-figures.routes';
import type { AddRoutes } from '../route-deps';

/** How far back the newest sales are looked for. */
const LATEST_DAYS = 7;
/** Before every payment. */
const EVER = '1900-01-01';

/** How far an affiliate has come, what their links bring today, and when that changes. */
export const addAffiliateActivityRoutes: AddRoutes = ({ handle }, deps) => {
  handle(affiliateActivityCall, async ({ query: { affiliateID } }) => {
    const day = today();
    await Promise.all([deps.clicks.drain(addClicks), countLedgerLinks()]);
    const [sources, campaigns, payments, report, sales] = await Promise.all([
      trackingSources(affiliateID),
      readCampaigns(affiliateID),
      paymentHistory(affiliateID, { startDate: EVER, endDate: day }),
      linkReport(affiliateID, { startDate: day, endDate: day }, 'source'),
      salesPage(
        affiliateID,
        { startDate: addDays(day, 1 - LATEST_DAYS), endDate: day },
        { limit: LATEST_SALES },
      ),
    ]);
    const [last] = payments;
    return {
      progress: {
        campaigns: campaigns.length,
        clicks: sources.reduce((sum, { clicks }) => sum + clicks, 0),
        joins: sources.reduce((sum, { joins }) => sum + joins, 0),
        sales: dollarsOf(sources.reduce((sum, { salesCents }) => sum + salesCents, 0)),
        payments: payments.filter((payment) => !isReturned(payment)).length,
      },
      lastPayment: last ? presentLast(last) : null,
      day,
      links: linksOf(report.lines),
      sales: sales.entries.map(presentSaleDetail),
    };
  });

  handle(affiliateChangesCall, ({ ctx }) =>
    answerStream(ctx, deps, { allows: isAffiliate, about: { affID: principalOf(ctx).id } }),
  );
};

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

function presentLast({ amountCents, createdAt, mark }: MarkedPayment) {
  return {
    amount: dollarsOf(amountCents),
    dateCreated: createdAt.toISOString(),
    state: mark?.state ?? 'executed',
  };
}
