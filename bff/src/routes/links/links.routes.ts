import {
  type Campaigns,
  campaignsCall,
  dollarsOf,
  type LinkReportFigures,
  type LinkReportRow,
  linkReportCall,
  removeCampaignCall,
  saveCampaignCall,
} from '@partnerdesk/contracts';
import {
  addClicks,
  countLedgerLinks,
  type LinkFigures,
  type LinkReportLine,
  linkReport,
  readCampaigns,
  removeCampaign,
  saveCampaign,
} from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

/** What came of an affiliate's links, and those that they saved (docs/RULES.md, Clicks). */
export const addLinkRoutes: AddRoutes = ({ handle }, { clicks, env }) => {
  handle(linkReportCall, async ({ query: { affiliateID, by, compare, ...range } }) => {
    const [, isComplete] = await Promise.all([clicks.drain(addClicks), countLedgerLinks()]);
    const report = await linkReport(affiliateID, range, by, compare);
    const { previous, total, totalBefore, lines, linesBefore } = report;
    return {
      by,
      ...range,
      beforeStart: previous.startDate,
      beforeEnd: previous.endDate,
      total: presentFigures(total),
      totalBefore: presentFigures(totalBefore),
      rows: lines.map(presentLine(by !== 'day')),
      ...(by === 'day' && { rowsBefore: linesBefore.map(presentLine(false)) }),
      isComplete,
    };
  });

  const answer = async (affID: number): Promise<Campaigns> => ({
    campaigns: await readCampaigns(affID),
    pages: env.deepLinkPages,
  });

  handle(campaignsCall, ({ principal }) => answer(principal.affID));

  handle(saveCampaignCall, async ({ body, principal: { affID }, by }) => {
    await saveCampaign(affID, body, by);
    return answer(affID);
  });

  handle(removeCampaignCall, async ({ query, principal: { affID }, by }) => {
    await removeCampaign(affID, query.campaignID, by);
    return answer(affID);
  });
};

function presentFigures(figures: LinkFigures): LinkReportFigures {
  const { clicks = 0, visitors = 0, bots = 0, joins = 0, salesCount = 0, refundsCount = 0 } = figures;
  const { salesCents = 0, refundsCents = 0, payoutCents = 0 } = figures;
  return {
    clicks,
    visitors,
    bots,
    joins,
    salesCount,
    refundsCount,
    sales: dollarsOf(salesCents),
    refunds: dollarsOf(refundsCents),
    payout: dollarsOf(payoutCents),
  };
}

const presentLine =
  (withBefore: boolean) =>
  ({ name, isOther, marks, now, before }: LinkReportLine): LinkReportRow => ({
    name,
    ...(isOther && { isOther }),
    ...(marks && { marks }),
    ...presentFigures(now),
    ...(withBefore && { before: presentFigures(before) }),
  });
