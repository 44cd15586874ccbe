import {
  BROWSER_REPORTS_PATH,
  type BrowserError,
  type BrowserPart,
  type BrowserReport,
  MAX_BROWSER_ERRORS,
  REMOTE_NAMES,
} from '@partnerdesk/contracts';

/** A script in a stack: its folder, file, line and column. */
const PLACE = /https?:\/\/[^\s/)]+(\/[^\s):?]*?)([\w.-]+):(\d+):(\d+)/;

/** @returns its kind and place; the text stays here, since it may hold what somebody typed */
export function describeError(error: unknown): BrowserError {
  const { name, stack = '' } = error instanceof Error ? error : { name: 'unknown' };
  const [, folder = '', file = '', line, column] = PLACE.exec(stack) ?? [];
  return {
    part: REMOTE_NAMES.find((remote) => folder.includes(`/${remote}/`)) ?? 'shell',
    name: /^\w{1,60}$/.test(name) ? name : 'unknown',
    place: file ? `${file}:${line}:${column}` : '',
  };
}

const nothing = (): Required<BrowserReport> => ({ vitals: {}, errors: [], loaded: {} });

/** Gathers what one page view has to report. */
export class PageReport {
  #report = nothing();
  #errors = 0;
  readonly #versions = new Map<BrowserPart, string>();

  addError(error: unknown): void {
    this.#add(describeError(error));
  }

  /** A remote that could not be loaded, and why. */
  addFailure(part: BrowserPart, name: string): void {
    this.#add({ part, name, place: '' });
  }

  /** Which build of a part the page runs from now on. */
  addLoaded(part: BrowserPart, version: string): void {
    if (this.#versions.get(part) === version) return;
    this.#versions.set(part, version);
    this.#report.loaded[part] = version;
  }

  #add(error: BrowserError): void {
    this.#errors += 1;
    const version = this.#versions.get(error.part);
    if (this.#errors <= MAX_BROWSER_ERRORS)
      this.#report.errors.push({ ...error, ...(version && { version }) });
  }

  addVital({ name, value }: { name: string; value: number }): void {
    Object.assign(this.#report.vitals, { [name]: Math.round(value * 1000) / 1000 });
  }

  /** Sends what is new, in a way that outlives the page. */
  send(): void {
    const report = this.#report;
    const { errors, vitals, loaded } = report;
    if (errors.length + Object.keys(vitals).length + Object.keys(loaded).length === 0) return;
    this.#report = nothing();
    const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
    navigator.sendBeacon(BROWSER_REPORTS_PATH, body);
  }
}

/** The report of this page. */
export const pageReport = new PageReport();

/**
 * Gathers from now on, and sends whenever the page is hidden or left.
 * @param loadMeasures called after the page is loaded
 */
export function reportPage(loadMeasures: () => Promise<void>): void {
  const page = pageReport;
  addEventListener('error', ({ error }) => page.addError(error));
  addEventListener('unhandledrejection', ({ reason }) => page.addError(reason));
  const sendWhenHidden = () =>
    addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') page.send();
    });
  // Without the measures errors are reported all the same. They add their last values when the page is hidden, so it is
  // sent after them.
  const measure = () => loadMeasures().then(sendWhenHidden, sendWhenHidden);
  addEventListener('load', () => setTimeout(measure), { once: true });
}
