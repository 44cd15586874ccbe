import { MAX_TRACKING_ID } from '@partnerdesk/contracts';
import { affiliateOfTrackId, countClick } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { Ctx } from '../../context';
import type { AddRoutes } from '../route-deps';
import { LANDING_PAGE } from './landing-page';

/** Who sent a visitor, remembered for the service's registration (docs/RULES.md, Accounts and access "Clicks"). */
const COOKIE = 'partnerdesk_ref';
const REMEMBERED_MS = 30 * 86_400_000;
const MAX_TRACK_ID = 32;
/** Control characters, and halves of letters. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/gu;

interface Click {
  trackID: string;
  tid: string;
  lp: string;
}

/**
 * Every visitor's first contact: one write and on. A link of nobody's leads to the same page, uncounted; so does one
 * whose click could not be counted, for the visitor must not pay for our trouble.
 */
export const addPartnerRoutes: AddRoutes = (router, { env }) => {
  router.get('/partner/:trackID', async (ctx) => {
    const click = readClick(ctx);
    ctx.set('Cache-Control', 'no-store');
    // The router answers HEAD by the same stack: who only looks where a link leads has not followed it.
    if (ctx.method === 'GET' && (await count(ctx, click))) remember(ctx, click, env);
    ctx.redirect(landingUrlOf(env, click));
  });
  router.get('/landing', (ctx) => {
    ctx.type = 'html';
    ctx.body = LANDING_PAGE;
  });
};

function readClick(ctx: Ctx): Click {
  const text = (name: string) => {
    const value = ctx.query[name];
    // Cut first: the cut may leave half of a letter, which no address can carry.
    return (typeof value === 'string' ? value : '').slice(0, MAX_TRACKING_ID).replace(NO_TEXT, '');
  };
  const { trackID = '' } = (ctx as Ctx & { params: { trackID?: string } }).params;
  return { trackID: trackID.slice(0, MAX_TRACK_ID + 1), tid: text('tid'), lp: text('lp') };
}

async function count(ctx: Ctx, { trackID, tid, lp }: Click): Promise<boolean> {
  if (trackID.length > MAX_TRACK_ID) return false;
  try {
    const affID = await affiliateOfTrackId(trackID);
    if (affID === undefined) return false;
    await countClick(affID, tid, lp);
    return true;
  } catch (err) {
    ctx.state.logger.error({ err }, 'a click was not counted');
    return false;
  }
}

function remember(ctx: Ctx, click: Click, env: Env): void {
  const secure = env.publicUrl.startsWith('https:');
  if (secure) ctx.cookies.secure = true;
  ctx.cookies.set(secure ? `__Host-${COOKIE}` : COOKIE, new URLSearchParams({ ...click }).toString(), {
    maxAge: REMEMBERED_MS,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: false,
  });
}

/** The landing page with who sent the visitor, which the service hands back with `member.joined`. */
function landingUrlOf({ landingUrl, publicUrl }: Env, click: Click): string {
  const address = new URL(landingUrl || `${publicUrl}/landing`);
  for (const [name, value] of Object.entries(click)) if (value) address.searchParams.set(name, value);
  return address.href;
}
