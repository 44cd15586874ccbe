import {
  apiKeysCall,
  makeApiKeyCall,
  postbackCall,
  postbackLogCall,
  renewPostbackSecretCall,
  revokeApiKeyCall,
  savePostbackCall,
  testPostbackCall,
} from '@partnerdesk/contracts';
import {
  listApiKeys,
  makeApiKey,
  postbackLog,
  readPostback,
  renewPostbackSecret,
  revokeApiKey,
  savePostback,
  storeTestCall,
} from '@partnerdesk/domain';
import { enqueue } from '@partnerdesk/queues';
import type { AddRoutes } from '../route-deps';

/** The signed-in affiliate's postback, and keys of their programs (docs/RULES.md, Postbacks, API keys). */
export const addProgramRoutes: AddRoutes = ({ handle }, { limiter, queues }) => {
  handle(postbackCall, ({ principal }) => readPostback(principal.affID));
  handle(savePostbackCall, ({ body, principal, by }) => savePostback(principal.affID, body, by));
  handle(renewPostbackSecretCall, ({ principal, by }) => renewPostbackSecret(principal.affID, by));
  handle(postbackLogCall, ({ principal }) => postbackLog(principal.affID));

  handle(testPostbackCall, async ({ ctx, principal: { affID } }) => {
    await limiter.countOrThrow(ctx, 'postbackTestPerson', String(affID));
    const call = await storeTestCall(affID);
    // If it is lost, the worker finds the call within seconds.
    await enqueue(queues.postbacks, 'call-postbacks', { affID });
    return call;
  });

  handle(apiKeysCall, ({ principal }) => listApiKeys(principal.affID));

  handle(makeApiKeyCall, ({ body, principal, by }) => makeApiKey(principal.affID, body, by));

  handle(revokeApiKeyCall, async ({ params, principal, by }) => {
    await revokeApiKey(principal.affID, params.id, by);
    return true;
  });
};
