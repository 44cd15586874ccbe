import { MAX_SIGNAL_NOTE } from '@partnerdesk/contracts';
import { findAccountOrThrow, listFraudSignals, reviewSignal } from '@partnerdesk/domain';
import Joi from 'joi';
import { auditedBy } from '../../context';
import { id, validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const signalsQuery = Joi.object({ affID: id().required() });
const reviewBody = Joi.object({
  id: Joi.string().max(200).required(),
  note: Joi.string()
    .trim()
    .max(MAX_SIGNAL_NOTE)
    .required()
    .messages({ 'string.empty': 'Please enter a note' }),
});

/** What somebody should look at of an affiliate, and that somebody did (docs/RULES.md, Fraud signals). */
export const addFraudSignalRoutes: AddRoutes = (router) => {
  router.get('/fraud-signals', validQuery(signalsQuery), async (ctx) => {
    const { affID } = ctx.state.query;
    await findAccountOrThrow('affiliate', affID);
    ctx.body = await listFraudSignals(affID);
  });

  router.post('/fraud-signals/review', validBody(reviewBody), async (ctx) => {
    ctx.body = await reviewSignal(ctx.state.body, auditedBy(ctx));
  });
};
