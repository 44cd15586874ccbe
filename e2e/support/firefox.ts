import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, ElementHandle, Page } from 'puppeteer-core';
import { DEMO_PASSWORD } from './pages';

const WAIT_MS = 10_000;

/**
 * Starts Debian's Firefox ESR, driven over WebDriver BiDi. Playwright drives a Firefox of its own only.
 * @throws when it is not installed; `npm test` installs it
 */
export async function startFirefox(): Promise<Browser> {
  const executablePath = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
  if (!existsSync(executablePath)) throw new Error(`no Firefox at ${executablePath}`);
  const { launch } = await import('puppeteer-core');
  return launch({
    browser: 'firefox',
    executablePath,
    args: ['--width=1280', '--height=800'],
    defaultViewport: null,
  });
}

/** A person at a window of Firefox: finds things by role and name, waits for them, and notes errors of the page. */
export class FirefoxUser {
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly baseURL: string,
  ) {
    page.setDefaultTimeout(WAIT_MS);
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  /** A window with cookies of its own. */
  static async open(browser: Browser, baseURL: string): Promise<FirefoxUser> {
    const context = await browser.createBrowserContext();
    return new FirefoxUser(await context.newPage(), context, baseURL);
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.baseURL + path, { waitUntil: 'domcontentloaded' });
  }

  /** By the form in the header. */
  async signIn(email: string): Promise<void> {
    await this.goTo('/');
    await this.fill('header input[name="EmailAddress"]', email);
    await this.fill('header input[name="Password"]', DEMO_PASSWORD);
    await this.press('Login');
    await this.sees('h1', /./);
    await this.page.waitForFunction(() => location.pathname === '/dashboard');
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.page.locator(selector).fill(text);
  }

  /** Presses the first button or link in view whose name is this, else one whose name begins with it. */
  async press(name: string): Promise<void> {
    const found = await this.page.waitForFunction(findControl, {}, name);
    await (found as ElementHandle<HTMLElement>).click();
  }

  /** Waits until an element shows a text. @returns the text */
  async sees(selector: string, text: RegExp): Promise<string> {
    const found = await this.page.waitForFunction(
      (css, source) =>
        [...document.querySelectorAll(css)]
          .map(({ textContent }) => textContent ?? '')
          .find((each) => new RegExp(source, 's').test(each)),
      {},
      selector,
      text.source,
    );
    return String(await found.jsonValue());
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** Runs inside the browser. */
function findControl(wanted: string): Element | undefined {
  const named = [...document.querySelectorAll<HTMLButtonElement>('button, a')]
    .filter((control) => control.checkVisibility() && !control.disabled)
    .map((control) => ({
      control,
      name: (control.getAttribute('aria-label') ?? control.textContent ?? '').trim(),
    }));
  const found =
    named.find(({ name }) => name === wanted) ?? named.find(({ name }) => name.startsWith(wanted));
  return found?.control;
}
