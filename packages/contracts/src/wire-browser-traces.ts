/** Where pages send their spans. */
export const BROWSER_TRACES_PATH = '/api/browser-traces';

/** Spans of one report; a page sends its reports in batches of at most so many. */
export const MAX_BROWSER_SPANS = 100;
