import { randomUUID } from 'node:crypto';
import type { Logger } from '@partnerdesk/node';
import type { Step } from '../context';

const WELL_FORMED = /^[\w-]{8,64}$/;

/**
 * Names each request, in the answer's X-Request-Id and in every log line. A trusted proxy's name (trustProxies)
 * is kept, so that one click can be followed through both logs.
 */
export function requestId(logger: Logger): Step {
  return (ctx, next) => {
    const given = ctx.get('x-request-id');
    ctx.state.requestId = WELL_FORMED.test(given) ? given : randomUUID();
    ctx.state.logger = logger.child({ requestId: ctx.state.requestId });
    ctx.state.principal = null;
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
