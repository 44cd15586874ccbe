import { type DailyFigure, dollarsOf } from '@partnerdesk/contracts';
import { type AffiliateDay, affiliateDays } from '@partnerdesk/domain';
import { addAffiliateRange } from '../affiliate-range';
import type { AddRoutes } from '../route-deps';

const presentDay = ({ day, salesCents, payoutCents }: AffiliateDay): DailyFigure => ({
  day,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

/** What the chart of the statistics screen shows. */
export const addDailyFigureRoutes: AddRoutes = (router, deps) => {
  addAffiliateRange(router, deps, '/member-daily-figures', async (affID, range) =>
    (await affiliateDays(affID, range)).map(presentDay),
  );
};
