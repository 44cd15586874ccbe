import Joi from 'joi';
import type { Step } from '../context';
import { isAffiliate, mustBeSelf, permit, permitFor } from '../middleware/policy';
import { id, validQuery } from '../middleware/validate';

const affiliateQuery = Joi.object({ affiliateID: id().required() });

/** The stack of a call that answers an affiliate about themselves: who may, what is asked, then `answer`. */
export function affiliateOwn(session: Step, answer: (affID: number) => Promise<unknown>): Step[] {
  return [
    session,
    permit(isAffiliate),
    validQuery(affiliateQuery),
    permitFor('query', mustBeSelf('affiliateID')),
    async (ctx) => {
      const { affiliateID } = ctx.state.query as { affiliateID: number };
      ctx.body = await answer(affiliateID);
    },
  ];
}
