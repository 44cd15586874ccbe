import {
  dailyDigestCall,
  escapeHtml,
  NOTICE_TEXT,
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
  UNSUBSCRIBE_PATH,
} from '@partnerdesk/domain';
import { type Ctx, principalOf } from '../../context';
import { clientIp } from '../../middleware/rate-limit';
import type { AddRoutes } from '../route-deps';

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

/** The page behind a mail's link: asks, says that it is done, or, without a `ref`, that the link is none. */
function presentUnsubscribe(token: string, outcome: 'asked' | 'done', ref: NoticeRef | undefined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Switch mails off</title>
</head>
<body>
<main>
<h1>Switch mails off</h1>
${contentOf(token, outcome, ref)}
</main>
</body>
</html>
`;
}

function contentOf(token: string, outcome: string, ref: NoticeRef | undefined): string {
  if (!ref) return '<p>This link is not valid any more. Mails are switched off in your account.</p>';
  const what = escapeHtml(NOTICE_TEXT[ref.notice]);
  if (outcome === 'done')
    return `<p role="status">Done. You get no more mails of this kind: ${what}.</p>
<p>You can switch them on again in your account.</p>`;
  const action = `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
  return `<p>Mails of this kind: ${what}.</p>
<form method="post" action="${escapeHtml(action)}"><button>Switch off</button></form>`;
}
