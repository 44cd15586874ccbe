import {
  postbackLog,
  readPostback,
  renewPostbackSecret,
  savePostback,
  storeTestCall,
} from '@partnerdesk/domain';
import { enqueue, jobIdOf } from '@partnerdesk/queues';
import { auditedBy, principalOf } from '../../context';
import { nothing, validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { postbackBody } from './postback.schema';

/** The signed-in affiliate's postback (docs/RULES.md, Postbacks). */
export const addPostbackRoutes: AddRoutes = (router, { limiter, queues }) => {
  router.get('/postback', async (ctx) => {
    ctx.body = await readPostback(principalOf(ctx).affID);
  });

  router.post('/postback', validBody(postbackBody), async (ctx) => {
    ctx.body = await savePostback(principalOf(ctx).affID, ctx.state.body, auditedBy(ctx));
  });

  router.post('/postback/secret', validBody(nothing), async (ctx) => {
    ctx.body = await renewPostbackSecret(principalOf(ctx).affID, auditedBy(ctx));
  });

  router.get('/postback/calls', async (ctx) => {
    ctx.body = await postbackLog(principalOf(ctx).affID);
  });

  router.post('/postback/test', validBody(nothing), async (ctx) => {
    const { affID } = principalOf(ctx);
    await limiter.countOrThrow(ctx, 'postbackTestPerson', String(affID));
    const call = await storeTestCall(affID);
    // If it is lost, the worker finds the call within seconds.
    await enqueue(queues.postbacks, 'call-postbacks', { affID }, { jobId: jobIdOf('call-postbacks', affID) });
    ctx.body = call;
  });
};
