import { metrics } from '@partnerdesk/node';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { browserReportBody } from './browser-reports.schema';

const LIMIT_BYTES = 4000;

/** Errors and web vitals of open pages: counted, and each error a line of the log. */
export const addBrowserReportRoutes: AddRoutes = (router, { limiter }) => {
  const limited = limiter.byAddress('browserReportAddress');
  const checked = validBody(browserReportBody, { limitBytes: LIMIT_BYTES });
  router.post('/browser-reports', limited, checked, (ctx) => {
    const { vitals, errors } = ctx.state.body;
    const { CLS, ...times } = vitals as Record<string, number>;
    if (CLS !== undefined) metrics.layoutShift.observe(CLS);
    for (const [vital, ms] of Object.entries(times)) metrics.webVitals.observe({ vital }, ms / 1000);
    for (const { part, name, place } of errors) {
      metrics.browserErrors.inc({ part });
      ctx.state.logger.warn({ part, error: name, place }, 'error in a browser');
    }
    ctx.status = 204;
  });
};
