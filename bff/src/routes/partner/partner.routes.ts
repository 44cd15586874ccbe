import {
  addDays,
  allowedPage,
  landingCall,
  MAX_TRACKING_ID,
  partnerCall,
  type QueryOf,
  SUB_IDS,
  shortLinkCall,
  subIdsOf,
} from '@partnerdesk/contracts';
import {
  affiliateOfTrackId,
  networkHashOf,
  type ShortLink,
  shortLink,
  startOfDay,
  today,
} from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { ClickBuffer } from '@partnerdesk/queues';
import { isbot } from 'isbot';
import { ANSWERED } from '../../calls/handle';
import type { Ctx } from '../../context';
import { ownCookie } from '../../cookies';
import type { AddRoutes } from '../route-deps';
import { LANDING_PAGE, LANDING_POLICY } from './landing-page';

/** Who sent a visitor, remembered for the service's registration (docs/RULES.md, Clicks). */
const COOKIE = 'partnerdesk_ref';
const REMEMBERED_MS = 30 * 86_400_000;
const MAX_TRACK_ID = 32;
/** Control characters, and halves of letters. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;

/**
 * Every visitor's first contact: one call of Redis and on. A link of nobody's, or whose click can't be counted, leads to
 * the same page: the visitor must not pay for our trouble.
 */
export const addPartnerRoutes: AddRoutes = ({ handle }, { env, clicks }) => {
  const cookie = ownCookie(env, COOKIE, { signed: false, maxAge: REMEMBERED_MS });
  const lead = async (ctx: Ctx, followed: ShortLink): Promise<typeof ANSWERED> => {
    // No address of a visitor is kept, in the log neither; and there are thousands of them a second.
    ctx.state.logLevel = 'debug';
    ctx.set('Cache-Control', 'no-store');
    if (isFollowing(ctx) && (await count(ctx, followed, clicks)))
      cookie.set(ctx, new URLSearchParams(namedOf(followed)).toString());
    ctx.redirect(landingUrlOf(env, followed));
    return ANSWERED;
  };
  handle(partnerCall, ({ ctx, params, query }) => lead(ctx, readLink(params.trackID, query)));
  handle(shortLinkCall, async ({ ctx, params }) => lead(ctx, await readShortLink(ctx, params.campaignID)));
  handle(landingCall, ({ ctx }) => {
    ctx.set('Content-Security-Policy', LANDING_POLICY);
    ctx.type = 'html';
    return LANDING_PAGE;
  });
};

/** The router answers HEAD by the same stack: who only looks where a link leads, or may follow it later, does not yet. */
const isFollowing = (ctx: Ctx) => ctx.method === 'GET' && !/prefetch|prerender/.test(ctx.get('Sec-Purpose'));

function readLink(trackID: string, query: QueryOf<typeof partnerCall>): ShortLink {
  const text = (name: keyof typeof query) => {
    const value = query[name];
    // Cut first: the cut may leave half of a letter, which no address can carry.
    return (typeof value === 'string' ? value : '').slice(0, MAX_TRACKING_ID).replace(NO_TEXT, '');
  };
  const subs = subIdsOf(Object.fromEntries(SUB_IDS.map((id) => [id, text(id)])));
  return {
    trackID: trackID.slice(0, MAX_TRACK_ID + 1),
    marks: { tid: text('tid'), lp: text('lp'), ...subs },
    to: typeof query.to === 'string' ? query.to : '',
  };
}

/** What a campaign's short link stands for (docs/RULES.md, Clicks). */
async function readShortLink(ctx: Ctx, campaignID: string): Promise<ShortLink> {
  const nobodys = { trackID: '', marks: { tid: '', lp: '' }, to: '' };
  if (campaignID.length > MAX_TRACK_ID) return nobodys;
  try {
    return (await shortLink(campaignID)) ?? nobodys;
  } catch (err) {
    ctx.state.logger.error({ err }, 'a short link was not found');
    return nobodys;
  }
}

/** @returns whether it is somebody's link: who sent the visitor is remembered although the click could not be counted */
async function count(ctx: Ctx, { trackID, marks }: ShortLink, clicks: ClickBuffer): Promise<boolean> {
  if (trackID === '' || trackID.length > MAX_TRACK_ID) return false;
  let isKnown = false;
  try {
    const affID = await affiliateOfTrackId(trackID);
    if (affID === undefined) return false;
    isKnown = true;
    const day = today();
    const agent = ctx.get('User-Agent');
    // Every browser names itself.
    const visitor = agent === '' || isbot(agent) ? undefined : { address: ctx.ip, agent };
    const network = networkHashOf(ctx.ip);
    await clicks.add({ affID, day, marks, visitor, endsAt: startOfDay(addDays(day, 1)), network });
  } catch (err) {
    ctx.state.logger.error({ err }, 'a click was not counted');
  }
  return isKnown;
}

const namedOf = ({ trackID, marks }: ShortLink): Record<string, string> => ({ trackID, ...marks });

/** The landing page with who sent the visitor, which the service hands back with `member.joined`. */
function landingUrlOf({ landingUrl, publicUrl, deepLinkPages }: Env, followed: ShortLink): string {
  const address = new URL(landingUrl || `${publicUrl}/landing`);
  const page = allowedPage(followed.to, deepLinkPages);
  if (page) address.pathname = page;
  for (const [name, value] of Object.entries(namedOf(followed)))
    if (value) address.searchParams.set(name, value);
  return address.href;
}
