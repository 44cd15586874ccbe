import type { BrowserError, BrowserPart, BrowserReport } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import { validBody } from '../../middleware/validate';
import type { Releases } from '../../releases/releases';
import { VERSION } from '../../version';
import type { AddRoutes } from '../route-deps';
import { browserReportBody } from './browser-reports.schema';

const LIMIT_BYTES = 4000;

/** Errors and web vitals of open pages: counted, by the build that they come from, and each error a line of the log. */
export const addBrowserReportRoutes: AddRoutes = (router, { limiter, releases, releaseHealth }) => {
  const limited = limiter.byAddress('browserReportAddress');
  const checked = validBody(browserReportBody, { limitBytes: LIMIT_BYTES });
  router.post('/browser-reports', limited, checked, async (ctx) => {
    const { vitals, errors, loaded } = ctx.state.body;
    observeVitals(vitals);
    for (const [part, said] of Object.entries(loaded) as [BrowserPart, string][]) {
      const version = await knownVersion(releases, part, said);
      metrics.browserLoads.inc({ part, version });
      await releaseHealth.note('loads', part, version);
    }
    for (const { part, version: said, name, place } of errors as BrowserError[]) {
      const version = await knownVersion(releases, part, said);
      metrics.browserErrors.inc({ part, version });
      ctx.state.logger.warn({ part, version, error: name, place }, 'error in a browser');
      await releaseHealth.note('errors', part, version);
    }
    ctx.status = 204;
  });
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
