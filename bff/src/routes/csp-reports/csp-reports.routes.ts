import { type CspReport, cspReportsCall } from '@partnerdesk/contracts';
import type { AddRoutes } from '../route-deps';

/** What browsers refused to load or run by our policy: each report is a line of the log. */
export const addCspReportRoutes: AddRoutes = ({ handle }, { limiter }) => {
  handle(
    cspReportsCall,
    ({ ctx, body: sent }) => {
      const reports = Array.isArray(sent)
        ? sent.map(({ body }) => [body.effectiveDirective, body.blockedURL, body.documentURL])
        : [reportOf(sent['csp-report'])];
      for (const [directive, blocked, document] of reports) {
        const line = { directive, blocked: withoutQuery(blocked), document: withoutQuery(document) };
        ctx.state.logger.warn(line, 'content security policy violated');
      }
    },
    limiter.byAddress('cspReportAddress'),
  );
};

const reportOf = (report: CspReport) => [
  report['effective-directive'] ?? report['violated-directive'],
  report['blocked-uri'],
  report['document-uri'],
];

/** Queries hold emails and one-time tokens. */
const withoutQuery = (address = '') => address.replace(/[?#].*$/s, '');
