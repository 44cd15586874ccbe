import { type DayRange, MESSAGE } from '@partnerdesk/contracts';
import Joi from 'joi';
import { allowOrThrow, isAffiliate, mustBeSelf, permit } from '../middleware/policy';
import { dayRange, id, validQuery } from '../middleware/validate';
import type { AppRouter, RouteDeps } from './route-deps';

/** An affiliate and a range of days: what every call of the statistics screen takes (docs/PRODUCT.md §7). */
const affiliateRangeQuery = Joi.object({
  affiliateID: id().required(),
  ...dayRange(MESSAGE.selectDateRange),
});

/** A call that answers an affiliate about a range of days: who may, what is asked, then `answer`. */
export function addAffiliateRange(
  router: AppRouter,
  { session }: RouteDeps,
  path: string,
  answer: (affID: number, range: DayRange) => Promise<unknown>,
): void {
  router.get(path, session, permit(isAffiliate), validQuery(affiliateRangeQuery), async (ctx) => {
    const { principal, query } = ctx.state;
    allowOrThrow(principal, mustBeSelf('affiliateID'), query);
    const { affiliateID, startDate, endDate } = query;
    ctx.body = await answer(affiliateID, { startDate, endDate });
  });
}
