import {
  type BrowserPart,
  type BrowserReport,
  browserReportsCall,
  browserTracesCall,
  type CspReport,
  cspReportsCall,
} from '@partnerdesk/contracts';
import { metrics, passSpans } from '@partnerdesk/node';
import type { Releases } from '../../releases/releases';
import { VERSION } from '../../version';
import type { AddRoutes } from '../route-deps';

export const addBrowserReportRoutes: AddRoutes = ({ handle }, { limiter, releases, releaseHealth }) => {
  // Errors and web vitals: counted, by the build that they come from, and each error a line of the log.
  handle(
    browserReportsCall,
    async ({ ctx, body: { vitals, errors, loaded } }) => {
      observeVitals(vitals);
      for (const [part, said] of Object.entries(loaded) as [BrowserPart, string][]) {
        const version = await knownVersion(releases, part, said);
        metrics.browserLoads.inc({ part, version });
        await releaseHealth.note('loads', part, version);
      }
      for (const { part, version: said, name, place } of errors) {
        const version = await knownVersion(releases, part, said);
        metrics.browserErrors.inc({ part, version });
        ctx.state.logger.warn({ part, version, error: name, place }, 'error in a browser');
        await releaseHealth.note('errors', part, version);
      }
    },
    limiter.byAddress('browserReportAddress'),
  );

  // Calls as pages measured them, passed on to where the web server's own spans go (docs/RUNBOOK.md, Watch), if anywhere.
  handle(
    browserTracesCall,
    ({ body }) => {
      const received = body.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
      passSpans(received.map(({ status, ...span }) => ({ ...span, status: status?.code })));
    },
    limiter.byAddress('browserTraceAddress'),
  );

  // What browsers refused to load or run by our policy: each report is a line of the log.
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

function observeVitals({ CLS, ...times }: NonNullable<BrowserReport['vitals']>): void {
  if (CLS !== undefined) metrics.layoutShift.observe(CLS);
  for (const [vital, ms] of Object.entries(times)) metrics.webVitals.observe({ vital }, ms / 1000);
}

/** A browser may send any text: only builds that exist are counted by name. */
async function knownVersion(releases: Releases, part: BrowserPart, said = ''): Promise<string> {
  const known =
    part === 'shell'
      ? said === VERSION
      : said === (await releases.builtInVersion(part)) ||
        (await releases.rollouts())[part]?.released.some(({ version }) => version === said);
  return known ? said : 'unknown';
}

const reportOf = (report: CspReport) => [
  report['effective-directive'] ?? report['violated-directive'],
  report['blocked-uri'],
  report['document-uri'],
];

/** Queries hold emails and one-time tokens. */
const withoutQuery = (address = '') => address.replace(/[?#].*$/s, '');
