import type { BlockList } from 'node:net';
import { isListed } from '@partnerdesk/node';
import type { Step } from '../context';

/** What a proxy says of the request that it passes on. */
const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-request-id'];

/**
 * Believes X-Forwarded-… and X-Request-Id only where they come from a proxy of ours: Koa, which is set to believe
 * them, finds them only then. Of X-Forwarded-For it finds the address that our outermost proxy was called from: what
 * stands before it is the visitor's own claim.
 */
export function believeProxies(proxies: BlockList | undefined): Step {
  return (ctx, next) => {
    const { headers, socket } = ctx.req;
    if (!proxies || !isListed(proxies, socket.remoteAddress ?? '')) {
      for (const name of HEADERS) delete headers[name];
      return next();
    }
    const chain = ctx
      .get('x-forwarded-for')
      .split(',')
      .map((one) => one.trim());
    const visitor = chain.findLast((address) => !isListed(proxies, address)) ?? chain[0];
    if (visitor) headers['x-forwarded-for'] = visitor;
    return next();
  };
}
