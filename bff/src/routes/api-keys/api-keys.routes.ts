import { API_KEY_DAYS, MAX_API_KEY_NAME } from '@partnerdesk/contracts';
import { listApiKeys, makeApiKey, revokeApiKey } from '@partnerdesk/domain';
import Joi from 'joi';
import { auditedBy, principalOf } from '../../context';
import { sendMail } from '../../mail/send-mail';
import { nothing, validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

const newKeyBody = Joi.object({
  name: Joi.string()
    .trim()
    .max(MAX_API_KEY_NAME)
    .required()
    .messages({ 'string.empty': 'Please enter a name' }),
  days: Joi.valid(...API_KEY_DAYS).required(),
});

/** The signed-in affiliate's keys (docs/RULES.md, API keys). */
export const addApiKeyRoutes: AddRoutes = (router, { queues }) => {
  router.get('/api-keys', async (ctx) => {
    ctx.body = await listApiKeys(principalOf(ctx).affID);
  });

  router.post('/api-keys', validBody(newKeyBody), async (ctx) => {
    const { made, mailID } = await makeApiKey(principalOf(ctx).affID, ctx.state.body, auditedBy(ctx));
    await sendMail(queues.mail, mailID);
    ctx.body = made;
  });

  router.delete('/api-keys/:id', validBody(nothing), async (ctx) => {
    await revokeApiKey(principalOf(ctx).affID, String(ctx.params.id), auditedBy(ctx));
    ctx.body = JSON.stringify(true);
    ctx.type = 'json';
  });
};
