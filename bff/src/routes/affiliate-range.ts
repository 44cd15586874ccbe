import type { DayRange } from '@partnerdesk/contracts';
import { allowOrThrow, isAffiliate, permit } from '../middleware/policy';
import { validQuery } from '../middleware/validate';
import { mayReadSales } from './member-sale-summary/member-sale-summary.policy';
import { affiliateRangeQuery } from './member-sale-summary/member-sale-summary.schema';
import type { AppRouter, RouteDeps } from './route-deps';

/** A call that answers an affiliate about a range of days: who may, what is asked, then `answer`. */
export function addAffiliateRange(
  router: AppRouter,
  { session }: RouteDeps,
  path: string,
  answer: (affID: number, range: DayRange) => Promise<unknown>,
): void {
  router.get(path, session, permit(isAffiliate), validQuery(affiliateRangeQuery), async (ctx) => {
    const { principal, query } = ctx.state;
    allowOrThrow(principal, mayReadSales, query);
    const { affiliateID, startDate, endDate } = query;
    ctx.body = await answer(affiliateID, { startDate, endDate });
  });
}
