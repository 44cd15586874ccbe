import type { Outcome } from '@partnerdesk/contracts';
import { denyChange } from '@partnerdesk/domain';
import Joi from 'joi';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const body = Joi.object({ Token: Joi.string().max(100).required() });

/** "This wasn't me" of the mail about a changed password or email. A call of its own: mail programs follow links. */
export const addNotMeRoutes: AddRoutes = (router, { limiter }) => {
  router.post('/not-me', limiter.byAddress('notMeAddress'), validBody(body), async (ctx) => {
    const origin = { requestId: ctx.state.requestId, address: ctx.ip };
    const isSuccessful = await denyChange(ctx.state.body.Token, origin);
    const response = isSuccessful
      ? 'The account is signed out everywhere.'
      : 'This link is not valid any more. Please write to us.';
    ctx.body = { isSuccessful, response } satisfies Outcome;
  });
};
