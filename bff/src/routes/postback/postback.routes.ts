import {
  postbackCall,
  postbackLogCall,
  renewPostbackSecretCall,
  savePostbackCall,
  testPostbackCall,
} from '@partnerdesk/contracts';
import {
  postbackLog,
  readPostback,
  renewPostbackSecret,
  savePostback,
  storeTestCall,
} from '@partnerdesk/domain';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import { auditedBy, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';

/** The signed-in affiliate's postback (docs/RULES.md, Postbacks). */
export const addPostbackRoutes: AddRoutes = ({ handle }, { limiter, queues }) => {
  handle(postbackCall, ({ ctx }) => readPostback(principalOf(ctx).affID));
  handle(savePostbackCall, ({ ctx, body }) => savePostback(principalOf(ctx).affID, body, auditedBy(ctx)));
  handle(renewPostbackSecretCall, ({ ctx }) => renewPostbackSecret(principalOf(ctx).affID, auditedBy(ctx)));
  handle(postbackLogCall, ({ ctx }) => postbackLog(principalOf(ctx).affID));

  handle(testPostbackCall, async ({ ctx }) => {
    const { affID } = principalOf(ctx);
    await limiter.countOrThrow(ctx, 'postbackTestPerson', String(affID));
    const call = await storeTestCall(affID);
    // If it is lost, the worker finds the call within seconds.
    await enqueue(queues.postbacks, 'call-postbacks', { affID }, { jobId: jobIdOf('call-postbacks', affID) });
    return call;
  });
};
