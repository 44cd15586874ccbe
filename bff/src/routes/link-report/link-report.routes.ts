import {
  daysBetween,
  dollarsOf,
  LINK_REPORT_BY,
  type LinkReport,
  type LinkReportFigures,
  type LinkReportRow,
  MAX_LINK_REPORT_DAYS,
  MESSAGE,
} from '@partnerdesk/contracts';
import {
  addClicks,
  countLedgerLinks,
  type LinkFigures,
  type LinkReportLine,
  linkReport,
} from '@partnerdesk/domain';
import Joi from 'joi';
import { allowOrThrow, isAffiliate, mustBeSelf, permit } from '../../middleware/policy';
import { dayRange, id, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const TOO_LONG = `Please choose at most ${MAX_LINK_REPORT_DAYS} days`;
const query = Joi.object({
  affiliateID: id().required(),
  ...dayRange(MESSAGE.selectDateRange),
  by: Joi.valid(...LINK_REPORT_BY).required(),
}).custom((value: { startDate: string; endDate: string }, helpers) =>
  daysBetween(value.startDate, value.endDate) < MAX_LINK_REPORT_DAYS
    ? value
    : helpers.message({ custom: TOO_LONG }),
);

function presentFigures(figures: LinkFigures): LinkReportFigures {
  const { clicks = 0, visitors = 0, bots = 0, joins = 0, salesCount = 0, refundsCount = 0 } = figures;
  const { salesCents = 0, refundsCents = 0, payoutCents = 0 } = figures;
  return {
    ...{ clicks, visitors, bots, joins, salesCount, refundsCount },
    ...{ sales: dollarsOf(salesCents), refunds: dollarsOf(refundsCents), payout: dollarsOf(payoutCents) },
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
export const addLinkReportRoutes: AddRoutes = (router, { session, clicks }) => {
  router.get('/link-report', session, permit(isAffiliate), validQuery(query), async (ctx) => {
    const { principal, query: asked } = ctx.state;
    allowOrThrow(principal, mustBeSelf('affiliateID'), asked);
    const { affiliateID, startDate, endDate, by } = asked;
    const [, isComplete] = await Promise.all([clicks.drain(addClicks), countLedgerLinks()]);
    const { previous, total, totalBefore, lines } = await linkReport(
      affiliateID,
      { startDate, endDate },
      by as LinkReport['by'],
    );
    ctx.body = {
      ...{ by: by as LinkReport['by'], startDate, endDate },
      ...{ beforeStart: previous.startDate, beforeEnd: previous.endDate },
      ...{ total: presentFigures(total), totalBefore: presentFigures(totalBefore) },
      rows: lines.map(presentLine(by !== 'day')),
      isComplete,
    } satisfies LinkReport;
  });
};
