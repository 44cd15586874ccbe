import { randomUUID } from 'node:crypto';
import { type Logger, metrics, nameRequestSpan } from '@partnerdesk/node';
import type { Ctx, Step } from '../context';

const WELL_FORMED = /^[\w-]{8,64}$/;

/** Names each request in its answer and every log line; a trusted proxy's name is kept, to follow a click through both logs. */
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

/** Methods that are series of their own: a visitor may send any word as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/** The route's pattern, never the path: it may hold ids, and visitors choose it. */
function routeOf(ctx: Ctx): string | undefined {
  const { _matchedRoute: route } = ctx as Ctx & { _matchedRoute?: string | RegExp };
  return route && String(route);
}

const methodOf = (ctx: Ctx) => (METHODS.has(ctx.method) ? ctx.method : 'other');

function observe(ctx: Ctx, durationMs: number): void {
  const status = ctx.res.statusCode;
  const fallback = status < 400 ? 'static' : 'none';
  metrics.httpRequests.observe(
    { method: methodOf(ctx), route: routeOf(ctx) ?? fallback, status },
    durationMs / 1000,
  );
}

/** One line for each request, and its time for the metrics. The path without its query: queries hold emails and ids. */
export const accessLog: Step = async (ctx, next) => {
  const started = performance.now();
  ctx.res.once('close', () => {
    const durationMs = performance.now() - started;
    observe(ctx, durationMs);
    ctx.state.logger[ctx.state.logLevel ?? 'info'](
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.res.statusCode,
        durationMs: Math.round(durationMs),
        address: ctx.ip,
        ...(ctx.state.principal && { who: `${ctx.state.principal.kind}:${ctx.state.principal.id}` }),
        ...(!ctx.res.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
  await next();
  nameRequestSpan(methodOf(ctx), routeOf(ctx) ?? 'none');
};
