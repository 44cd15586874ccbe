import { AppError } from '@partnerdesk/contracts';
import type { Ctx, Step } from '../context';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a write in from our own pages only, so that another site can't write with a visitor's cookie. A browser names
 * the origin of every write; where it does not, Sec-Fetch-Site has to say that it is ours.
 * @param publicUrl origin under which people reach the product
 * @param exempt paths whose callers are servers and prove themselves by a signature
 */
export function originCheck(publicUrl: string, { exempt }: { exempt: readonly string[] }): Step {
  return (ctx, next) => {
    if (READS.has(ctx.method) || exempt.includes(ctx.path) || comesFromUs(ctx, publicUrl)) return next();
    throw new AppError('bad_origin', 'This request comes from another site');
  };
}

function comesFromUs(ctx: Ctx, publicUrl: string): boolean {
  const origin = ctx.get('origin');
  if (origin) return origin === publicUrl || origin === `${ctx.protocol}://${ctx.host}`;
  return ctx.get('sec-fetch-site') === 'same-origin';
}
