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
import type { Ctx } from '../../context';
import { clientIp } from '../../middleware/rate-limit';
import { htmlPage } from '../html-page';
import type { AddRoutes } from '../route-deps';

/** Which mails somebody wants (docs/RULES.md, Mails). Whose they are comes from the session. */
export const addNoticeRoutes: AddRoutes = ({ handle }) => {
  handle(noticesCall, async ({ principal }) => ({ on: await readNotices(principal.affID) }));
  handle(saveNoticesCall, async ({ body, principal }) => {
    await saveNotices(principal.affID, body.on);
    return body;
  });
  handle(dailyDigestCall, async ({ principal }) => ({ on: await readDigest(principal.id) }));
  handle(saveDailyDigestCall, async ({ body, principal }) => {
    await saveDigest(principal.id, body.on);
    return body;
  });
};

/**
 * Switching a mail off without a sign-in (RFC 8058): mail programs follow links, so reading shows a button alone. Limited by
 * whose mail the token names, since these programs call for many people from a few addresses; what is none by the address.
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

const HEAD = '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">';

/** The page behind a mail's link: asks, says that it is done, or, without a `ref`, that the link is none. */
const presentUnsubscribe = (token: string, outcome: 'asked' | 'done', ref: NoticeRef | undefined) =>
  htmlPage(
    'Switch mails off',
    `<main>\n<h1>Switch mails off</h1>\n${contentOf(token, outcome, ref)}\n</main>`,
    HEAD,
  );

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
