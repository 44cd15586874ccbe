/** Measures of how a page felt: all in ms but CLS, which is a sum of shares of the window. */
export const WEB_VITALS = ['LCP', 'FCP', 'INP', 'TTFB', 'CLS'] as const;

/** Errors of one page view; a page that fails in a loop reports no more. */
export const MAX_BROWSER_ERRORS = 5;

export const BROWSER_REPORTS_PATH = '/api/browser-reports';

export const BROWSER_TRACES_PATH = '/api/browser-traces';

/** Spans of one report; a page sends its reports in batches of at most so many. */
export const MAX_BROWSER_SPANS = 100;
