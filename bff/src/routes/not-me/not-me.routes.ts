import type { Outcome } from '@partnerdesk/contracts';
import { denyChange } from '@partnerdesk/domain';
import Joi from 'joi';
import { originOf } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const body = Joi.object({ Token: Joi.string().max(100).required(), Restore: Joi.boolean().default(false) });

/** "This wasn't me" of the mail about a change of an account. A call of its own: mail programs follow links. */
export const addNotMeRoutes: AddRoutes = (router, { limiter, queues }) => {
  router.post('/not-me', limiter.byAddress('notMeAddress'), validBody(body), async (ctx) => {
    const { Token, Restore } = ctx.state.body;
    const denial = await denyChange(Token, Restore, originOf(ctx));
    await sendMails(queues.mail, denial?.mailIDs);
    const response = denial?.details ?? 'This link is not valid any more. Please write to us.';
    ctx.body = { isSuccessful: denial !== null, response } satisfies Outcome;
  });
};
