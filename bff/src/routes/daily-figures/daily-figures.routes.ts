import { type DailyFigure, dollarsOf } from '@partnerdesk/contracts';
import { type AffiliateDay, affiliateDays } from '@partnerdesk/domain';
import { affiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';

const presentDay = ({ day, salesCents, payoutCents }: AffiliateDay): DailyFigure => ({
  day,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

/** What the chart of the statistics screen shows. */
export const addDailyFigureRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/member-daily-figures',
    ...affiliateRange(session, async (affID, range) => (await affiliateDays(affID, range)).map(presentDay)),
  );
};
