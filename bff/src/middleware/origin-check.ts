import { AppError } from '@partnerdesk/contracts';
import type { Step } from '../context';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const badOrigin = (why: string) => new AppError('bad_origin', why);

/**
 * Lets a write in from our own pages only, so that another site can't write with a visitor's cookie. A browser names the
 * origin of every write; where it does not, Sec-Fetch-Site has to say that it is ours.
 * @param origins PUBLIC_URL and PUBLIC_URLS; the first is proposed to people who came by another name
 * @param exempt paths whose callers are servers that sign, or that change nothing
 */
export function originCheck(origins: readonly string[], { exempt }: { exempt: readonly string[] }): Step {
  return (ctx, next) => {
    const origin = ctx.get('origin');
    const isOurs = origin ? origins.includes(origin) : ctx.get('sec-fetch-site') === 'same-origin';
    if (READS.has(ctx.method) || exempt.includes(ctx.path) || isOurs) return next();
    throw badOrigin(`Nothing can be saved under this address. Please open ${origins[0]}`);
  };
}

/** A proxy and this server may each take another of two: which site a request is for would be anybody's guess. */
export const oneHost: Step = ({ req: { rawHeaders } }, next) => {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('invalid_input', 'A request names one host');
  return next();
};

/** For reads by their method that have an effect, such as a mail, a run or a line of the audit log: not from other sites. */
export const notCrossSite: Step = (ctx, next) => {
  if (['', 'same-origin', 'none'].includes(ctx.get('sec-fetch-site'))) return next();
  throw badOrigin('This request comes from another site');
};
