import { type DailyFigure, dailyFiguresCall, dollarsOf } from '@partnerdesk/contracts';
import { type AffiliateDay, affiliateDays } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

const presentDay = ({ day, salesCents, payoutCents }: AffiliateDay): DailyFigure => ({
  day,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

/** What the chart of the statistics screen shows. */
export const addDailyFigureRoutes: AddRoutes = ({ handle }) => {
  handle(dailyFiguresCall, async ({ query: { affiliateID, ...range } }) =>
    (await affiliateDays(affiliateID, range)).map(presentDay),
  );
};
