import { type BrowserPart, type BrowserReport, browserReportsCall } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import type { Releases } from '../../releases/releases';
import { VERSION } from '../../version';
import type { AddRoutes } from '../route-deps';

/** Errors and web vitals of open pages: counted, by the build that they come from, and each error a line of the log. */
export const addBrowserReportRoutes: AddRoutes = ({ handle }, { limiter, releases, releaseHealth }) => {
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
