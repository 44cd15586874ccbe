import type { BlockList, Socket } from 'node:net';
import { isListed } from '@partnerdesk/node';
import type { Step } from '../context';

/** Headers by which a proxy describes the request that it passes on. */
const HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-request-id'];

/**
 * Trusts X-Forwarded-… and X-Request-Id from the installation's own proxies alone (TRUST_PROXY). Of X-Forwarded-For the
 * address remains that called the outermost of them: what stands before it is the visitor's claim.
 */
export function trustProxies(proxies: BlockList | undefined): Step {
  // A proxy keeps its connections: each is looked up once.
  const trusted = new WeakMap<Socket, boolean>();
  const isTrusted = (socket: Socket, list: BlockList): boolean => {
    const known = trusted.get(socket) ?? isListed(list, socket.remoteAddress ?? '');
    trusted.set(socket, known);
    return known;
  };
  return (ctx, next) => {
    const { headers, socket } = ctx.req;
    if (!proxies || !isTrusted(socket, proxies)) {
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
