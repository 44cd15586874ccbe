import type { RemoteName } from './routes';

/** Measures of how a page felt: all in ms but CLS, which is a sum of shares of the window. */
export const WEB_VITALS = ['LCP', 'FCP', 'INP', 'TTFB', 'CLS'] as const;
export type WebVital = (typeof WEB_VITALS)[number];

/** Whose script it is: the shell's or a remote's. */
export type BrowserPart = 'shell' | RemoteName;

/** An error in a page: its kind and place in our scripts, never its text, which may hold what somebody typed. */
export interface BrowserError {
  /** Whose script it came from. */
  part: BrowserPart;
  /** The build of that part which the page runs; missing: unknown. */
  version?: string;
  /** Name of the error's class, such as TypeError. */
  name: string;
  /** File, line and column, such as `main.3fa2.js:1:2300`; empty: unknown. */
  place: string;
}

/** What one page view has to report; no person, no address, no query. */
export interface BrowserReport {
  vitals?: Partial<Record<WebVital, number>>;
  errors?: BrowserError[];
  /** Builds that the page has loaded since its last report, by their part. */
  loaded?: Partial<Record<BrowserPart, string>>;
}

/** Errors of one page view; a page that fails in a loop reports no more. */
export const MAX_BROWSER_ERRORS = 5;

/** POST BrowserReport: answered by 204. */
export const BROWSER_REPORTS_PATH = '/api/browser-reports';
