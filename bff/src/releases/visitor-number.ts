import { randomInt } from 'node:crypto';
import type { Env } from '@partnerdesk/node';
import type { Ctx } from '../context';
import { ownCookie } from '../cookies';
import { NO_NUMBER, type Releases } from './releases';

const MONTH_MS = 30 * 86_400_000;

/**
 * The number, 0 to 99, by which a visitor belongs to a share of the visitors: kept in a cookie of their own browser while
 * some release is for a share, so that they stay with the build that they got, whichever server answers. One in a hundred
 * people has the same number, so it identifies nobody.
 */
export async function visitorNumber(ctx: Ctx, releases: Releases, env: Env): Promise<number> {
  if (!(await releases.hasShares())) return NO_NUMBER;
  const cookie = ownCookie(env, 'partnerdesk-share', { signed: false, maxAge: MONTH_MS });
  const kept = cookie.get(ctx);
  if (/^\d\d?$/.test(kept)) return Number(kept);
  const number = randomInt(NO_NUMBER);
  cookie.set(ctx, String(number));
  return number;
}
