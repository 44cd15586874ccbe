import { AppError } from '@partnerdesk/contracts';
import type { Step } from '../context';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const badOrigin = () => new AppError('bad_origin', 'This request comes from another site');

/**
 * Lets a write in from our own pages only, so that another site can't write with a visitor's cookie. A browser names
 * the origin of every write; where it does not, Sec-Fetch-Site has to say that it is ours.
 * @param origins under which people reach the product (PUBLIC_URL); which host the request names says nothing
 * @param exempt paths whose callers are servers that prove themselves by a signature, or that change nothing
 */
export function originCheck(origins: readonly string[], { exempt }: { exempt: readonly string[] }): Step {
  return (ctx, next) => {
    const origin = ctx.get('origin');
    const isOurs = origin ? origins.includes(origin) : ctx.get('sec-fetch-site') === 'same-origin';
    if (READS.has(ctx.method) || exempt.includes(ctx.path) || isOurs) return next();
    throw badOrigin();
  };
}

/** For reads by their method that have an effect, such as a mail, a run or a line of the audit log: not from other sites. */
export const notCrossSite: Step = (ctx, next) => {
  if (['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'))) return next();
  throw badOrigin();
};
