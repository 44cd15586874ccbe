import {
  dollarsOf,
  type LinkReportFigures,
  type LinkReportRow,
  linkReportCall,
} from '@partnerdesk/contracts';
import {
  addClicks,
  countLedgerLinks,
  type LinkFigures,
  type LinkReportLine,
  linkReport,
} from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

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

/** What came of an affiliate's links (docs/RULES.md, Clicks). */
export const addLinkReportRoutes: AddRoutes = ({ handle }, { clicks }) => {
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
};
