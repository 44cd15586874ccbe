import { browserTracesCall } from '@partnerdesk/contracts';
import { passSpans } from '@partnerdesk/node';
import type { AddRoutes } from '../route-deps';

/** Calls as pages measured them, passed on to where the web server's own spans go (docs/RUNBOOK.md, Watch), if anywhere. */
export const addBrowserTraceRoutes: AddRoutes = ({ handle }, { limiter }) => {
  handle(
    browserTracesCall,
    ({ body }) => {
      const received = body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
      passSpans(received.map(({ status, ...span }) => ({ ...span, status: status?.code })));
    },
    limiter.byAddress('browserTraceAddress'),
  );
};
