import { randomInt } from 'node:crypto';
import type { Env } from '@partnerdesk/node';
import type { Ctx } from '../context';
import { NO_NUMBER, type Releases } from './releases';

const MONTH_MS = 30 * 86_400_000;

/**
 * The number, 0 to 99, by which a visitor belongs to a share of the visitors: kept in a cookie of their own browser while
 * some release is for a share, so that they stay with the build that they got, whichever server answers. One in a hundred
 * people has the same number, so it identifies nobody.
 */
export async function visitorNumber(ctx: Ctx, releases: Releases, env: Env): Promise<number> {
  if (!(await releases.hasShares())) return NO_NUMBER;
  const secure = env.publicUrl.startsWith('https:');
  const name = secure ? '__Host-partnerdesk-share' : 'partnerdesk-share';
  const kept = ctx.cookies.get(name, { signed: false }) ?? '';
  if (/^\d\d?$/.test(kept)) return Number(kept);
  const number = randomInt(NO_NUMBER);
  if (secure) ctx.cookies.secure = true;
  ctx.cookies.set(name, String(number), {
    signed: false,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: MONTH_MS,
  });
  return number;
}
