import {
  dailyDigestCall,
  noticesCall,
  saveDailyDigestCall,
  saveNoticesCall,
  unsubscribeCall,
  unsubscribePageCall,
} from '@partnerdesk/contracts';
import {
  type NoticeRef,
  readDigest,
  readNotices,
  readUnsubscribeToken,
  saveDigest,
  saveNotices,
  switchOff,
} from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../../context';
import { clientIp } from '../../middleware/rate-limit';
import type { AddRoutes } from '../route-deps';
import { presentUnsubscribe } from './unsubscribe.presenter';

/** Which mails somebody wants (docs/RULES.md, Mails). Whose they are comes from the session. */
export const addNoticeRoutes: AddRoutes = ({ handle }) => {
  handle(noticesCall, async ({ ctx }) => ({ on: await readNotices(principalOf(ctx).affID) }));
  handle(saveNoticesCall, async ({ ctx, body }) => {
    await saveNotices(principalOf(ctx).affID, body.on);
    return body;
  });
  handle(dailyDigestCall, async ({ ctx }) => ({ on: await readDigest(principalOf(ctx).id) }));
  handle(saveDailyDigestCall, async ({ ctx, body }) => {
    await saveDigest(principalOf(ctx).id, body.on);
    return body;
  });
};

/**
 * Where a mail is switched off without a sign-in (RFC 8058): mail programs follow links, so reading changes nothing and
 * shows a button. The token says whose mail it is; the body, a form's, is not read. Links are limited by whose mail it is,
 * since mail programs call for many people from a few addresses; what is none is limited by the address.
 */
export const addUnsubscribeRoutes: AddRoutes = ({ handle }, { limiter }) => {
  const read = async (ctx: Ctx): Promise<NoticeRef | undefined> => {
    const ref = readUnsubscribeToken(String(ctx.query.token ?? ''));
    if (ref) await limiter.countOrThrow(ctx, 'unsubscribePerson', `${ref.kind}:${ref.id}`);
    else await limiter.countOrThrow(ctx, 'wrongUnsubscribeAddress', clientIp(ctx));
    return ref;
  };
  const answer = (ctx: Ctx, ref: NoticeRef | undefined, outcome: 'asked' | 'done') => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.status = ref ? 200 : 404;
    return presentUnsubscribe(String(ctx.query.token ?? ''), outcome, ref);
  };
  handle(unsubscribePageCall, async ({ ctx }) => answer(ctx, await read(ctx), 'asked'));
  handle(unsubscribeCall, async ({ ctx }) => {
    const ref = await read(ctx);
    if (ref) await switchOff(ref);
    return answer(ctx, ref, 'done');
  });
};
