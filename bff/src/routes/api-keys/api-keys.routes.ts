import { apiKeysCall, makeApiKeyCall, revokeApiKeyCall } from '@partnerdesk/contracts';
import { listApiKeys, makeApiKey, revokeApiKey } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { sendMail } from '../../mail/send-mail';
import type { AddRoutes } from '../route-deps';

/** The signed-in affiliate's keys (docs/RULES.md, API keys). */
export const addApiKeyRoutes: AddRoutes = ({ handle }, { queues }) => {
  handle(apiKeysCall, ({ ctx }) => listApiKeys(principalOf(ctx).affID));

  handle(makeApiKeyCall, async ({ ctx, body }) => {
    const { made, mailID } = await makeApiKey(principalOf(ctx).affID, body, auditedBy(ctx));
    await sendMail(queues.mail, mailID);
    return made;
  });

  handle(revokeApiKeyCall, async ({ ctx, params }) => {
    await revokeApiKey(principalOf(ctx).affID, params.id, auditedBy(ctx));
    return true;
  });
};
