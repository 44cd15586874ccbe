import { parseJsonOrThrow, readBytes } from '../../middleware/read-body';
import { checkOrThrow } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { cspReportBody } from './csp-reports.schema';

const LIMIT_BYTES = 20_000;

/** What browsers refused to load or run by our policy: each report is a line of the log. */
export const addCspReportRoutes: AddRoutes = (router, { limiter }) => {
  router.post('/csp-reports', limiter.byAddress('cspReportAddress'), async (ctx) => {
    const sent = checkOrThrow(parseJsonOrThrow(await readBytes(ctx, LIMIT_BYTES)), cspReportBody);
    const reports = Array.isArray(sent)
      ? sent.map(({ body }) => [body.effectiveDirective, body.blockedURL, body.documentURL])
      : [reportOf(sent['csp-report'])];
    for (const [directive, blocked, document] of reports) {
      const line = { directive, blocked: withoutQuery(blocked), document: withoutQuery(document) };
      ctx.state.logger.warn(line, 'content security policy violated');
    }
    ctx.status = 204;
  });
};

const reportOf = (report: Record<string, string | undefined>) => [
  report['effective-directive'] ?? report['violated-directive'],
  report['blocked-uri'],
  report['document-uri'],
];

/** Queries hold emails and one-time tokens. */
const withoutQuery = (address = '') => address.replace(/[?#].*$/s, '');
