import Joi from 'joi';
import { allowOrThrow, isAffiliate, mustBeSelf, permit } from '../middleware/policy';
import { id, validQuery } from '../middleware/validate';
import type { AppRouter, RouteDeps } from './route-deps';

const affiliateQuery = Joi.object({ affiliateID: id().required() });

/** A call that answers an affiliate about themselves: who may, what is asked, then `answer`. */
export function addAffiliateOwn(
  router: AppRouter,
  { session }: RouteDeps,
  path: string,
  answer: (affID: number) => Promise<unknown>,
): void {
  router.get(path, session, permit(isAffiliate), validQuery(affiliateQuery), async (ctx) => {
    const { principal, query } = ctx.state;
    allowOrThrow(principal, mustBeSelf('affiliateID'), query);
    ctx.body = await answer(query.affiliateID);
  });
}
