import { passSpans } from '@partnerdesk/node';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { browserTracesBody } from './browser-traces.schema';

const LIMIT_BYTES = 100_000;

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code?: number };
}

/** Calls as pages measured them, passed on to where the web server's own spans go (docs/RUNBOOK.md, Watch), if anywhere. */
export const addBrowserTraceRoutes: AddRoutes = (router, { limiter }) => {
  const limited = limiter.byAddress('browserTraceAddress');
  router.post(
    '/browser-traces',
    limited,
    validBody(browserTracesBody, { limitBytes: LIMIT_BYTES }),
    (ctx) => {
      const [resource] = ctx.state.body.resourceSpans;
      const received: ReceivedSpan[] = resource?.scopeSpans[0]?.spans ?? [];
      passSpans(received.map(({ status, ...span }) => ({ ...span, status: status?.code })));
      ctx.status = 204;
    },
  );
};
