import { NOTICES } from '@partnerdesk/contracts';
import {
  readDigest,
  readNotices,
  readUnsubscribeToken,
  saveDigest,
  saveNotices,
  switchOff,
  UNSUBSCRIBE_PATH,
} from '@partnerdesk/domain';
import Joi from 'joi';
import { type Ctx, principalOf } from '../../context';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentUnsubscribe } from './unsubscribe.presenter';

const noticesBody = Joi.object({
  on: Joi.array()
    .items(Joi.valid(...NOTICES))
    .unique()
    .max(NOTICES.length)
    .required(),
});
const digestBody = Joi.object({ on: Joi.boolean().strict().required() });

/** Which mails somebody wants (docs/RULES.md, Mails). Whose they are comes from the session. */
export const addNoticeRoutes: AddRoutes = (router) => {
  router.get('/notices', async (ctx) => {
    ctx.body = { on: await readNotices(principalOf(ctx).affID) };
  });
  router.post('/notices', validBody(noticesBody), async (ctx) => {
    await saveNotices(principalOf(ctx).affID, ctx.state.body.on);
    ctx.body = ctx.state.body;
  });
  router.get('/daily-digest', async (ctx) => {
    ctx.body = { on: await readDigest(principalOf(ctx).id) };
  });
  router.post('/daily-digest', validBody(digestBody), async (ctx) => {
    await saveDigest(principalOf(ctx).id, ctx.state.body.on);
    ctx.body = ctx.state.body;
  });
};

/**
 * Where a mail is switched off without a sign-in (RFC 8058): mail programs follow links, so reading changes nothing and
 * shows a button. The token says whose mail it is; the body, a form's, is not read. Not limited by address: mail programs
 * call from a few.
 */
export const addUnsubscribeRoutes: AddRoutes = (router) => {
  const answer = (ctx: Ctx, outcome: Parameters<typeof presentUnsubscribe>[1]) => {
    const token = String(ctx.query.token ?? '');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.status = outcome === 'unknown' ? 404 : 200;
    ctx.body = presentUnsubscribe(token, outcome, readUnsubscribeToken(token));
  };
  router.get(UNSUBSCRIBE_PATH, (ctx) => {
    answer(ctx, readUnsubscribeToken(String(ctx.query.token ?? '')) ? 'asked' : 'unknown');
  });
  router.post(UNSUBSCRIBE_PATH, async (ctx) => {
    const ref = readUnsubscribeToken(String(ctx.query.token ?? ''));
    if (ref) await switchOff(ref);
    answer(ctx, ref ? 'done' : 'unknown');
  });
};
