import { wireDay } from '@partnerdesk/contracts';
import { sized } from '@partnerdesk/testing/services';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { SCREENS, type ScreenVisit, VIEWERS, type Viewer } from './support/screens';
import { slowProxy } from './support/slow-proxy';
import { openAs, settled, shiftsOf, visit } from './support/visits';

/** What may move by itself, as the browser adds it up; 0.1 is what search engines call good. */
const MAX_SHIFT = 0.02;
/** Long enough that a screen is painted before its code comes, and again before each of its answers. */
const DELAY_MS = 250;
const LATE = /^\/(api|remotes)\//;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const screensOf = (viewer: Viewer) =>
  SCREENS.filter(
    (screen) =>
      screen.viewer === viewer && screen.states.includes('full') && !screen.act && !screen.takesWork,
  );

const fontLate = (path: string): number => (path.endsWith('.woff2') ? 8 * DELAY_MS : 0);
const codeAndAnswers = (path: string): number => (LATE.test(path) ? DELAY_MS : 0);

/** Pages of a person for whom code and answers come late: how many ms, by the path. */
async function late(
  who: { browser: Browser; viewer: Viewer; baseURL: string | undefined },
  use: (newPage: () => Promise<Page>) => Promise<void>,
  delayOf = codeAndAnswers,
): Promise<void> {
  const proxy = await slowProxy(String(who.baseURL), (path) => {
    const delayMs = delayOf(path);
    return delayMs ? { delayMs } : undefined;
  });
  try {
    await use(() => openAs(who.browser, who.viewer, proxy.url));
  } finally {
    await proxy.close();
  }
}

/** How much the page has moved by itself, if it was too much. */
async function movedTooMuch(page: Page, what: string): Promise<string[]> {
  const { sum, nodes } = await shiftsOf(page);
  return sum > MAX_SHIFT ? [`${what}: ${sum.toFixed(3)} ${nodes}`] : [];
}

/** What of these visits moved too much, a line each. They wait most of the time, so four go at once. */
async function movedAmong(
  newPage: () => Promise<Page>,
  visits: { size: typeof WIDE; screen: ScreenVisit }[],
): Promise<string[]> {
  const left = [...visits];
  const moved: string[] = [];
  const walk = async () => {
    const page = await newPage();
    const devTools = await page.context().newCDPSession(page);
    for (let next = left.shift(); next; next = left.shift()) {
      await devTools.send('Network.clearBrowserCache');
      await page.setViewportSize(next.size);
      await visit(page, next.screen, 'full');
      moved.push(...(await movedTooMuch(page, `${next.screen.name} at ${next.size.width} px`)));
    }
  };
  await Promise.all([walk(), walk(), walk(), walk()]);
  return moved;
}

/** Whole, each screen at both sizes; otherwise one of so many at each, and they take turns. */
const bothSizes = (viewer: Viewer, oneOf: number) =>
  [WIDE, PHONE].flatMap((size, which) =>
    screensOf(viewer)
      .filter((_, index) => sized(index % oneOf === (oneOf / 2) * which, true))
      .map((screen) => ({ size, screen })),
  );

for (const viewer of ['visitor', 'affiliate'] as const)
  test(`no screen of the ${viewer} moves when its code and its answers come late`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await late({ browser, viewer, baseURL }, async (newPage) => {
      expect(await movedAmong(newPage, bothSizes(viewer, 4))).toEqual([]);
    });
  });

for (const viewer of VIEWERS)
  test(`no screen of the ${viewer} moves when the font comes after all else`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    await late(
      { browser, viewer, baseURL },
      async (newPage) => {
        expect(await movedAmong(newPage, bothSizes(viewer, 8))).toEqual([]);
      },
      fontLate,
    );
  });

test('text is in Inter at once where the font is on time, and otherwise from the next screen on', async ({
  browser,
  baseURL,
}) => {
  const fonts = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  const onTime = await openAs(browser, 'affiliate', String(baseURL));
  await onTime.goto('/faq');
  await onTime.goto('/dashboard');
  await settled(onTime);
  expect(await fonts(onTime)).toMatch(/^"?Inter"?,/);
  await late(
    { browser, viewer: 'affiliate', baseURL },
    async (newPage) => {
      const page = await newPage();
      await page.goto('/dashboard');
      await settled(page);
      expect(await fonts(page)).toMatch(/^"Inter fallback"/);
      await page.getByRole('link', { name: 'FAQ' }).first().click();
      await expect(page).toHaveURL(/\/faq$/);
      await settled(page);
      expect(await fonts(page)).toMatch(/^"?Inter"?,/);
    },
    fontLate,
  );
});

test('a payee of a payroll is opened by the address without a movement, and closed by Back', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await late({ browser, viewer: 'office', baseURL }, async (newPage) => {
    const page = await newPage();
    await page.setViewportSize(WIDE);
    await page.goto('/affiliate-payroll');
    const { today } = await (await page.request.get('/api/configuration')).json();
    await page.getByLabel(/^End date/).fill(wireDay(today));
    await page.getByRole('button', { name: 'Generate Payroll' }).click();
    await page.locator('[data-payee]').first().click();
    await expect(page).toHaveURL(/[?&]payee=\d+/);
    const address = page.url();
    const payee = page.getByRole('heading', { name: /^Affiliate \d+$/ });
    await page.goBack();
    await expect(payee).toBeHidden();
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      await page.goto(address);
      await expect(payee).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Payment details' })).toBeVisible();
      await settled(page);
      expect(await movedTooMuch(page, `the payee at ${size.width} px`)).toEqual([]);
      // As large as they are, they would make much of a little that moves elsewhere in the same frame.
      expect((await shiftsOf(page)).moved).not.toContain('div.pay-payee-details');
    }
  });
});

test('an account’s figures come last: what is below them stays', async ({ browser, baseURL }) => {
  const details = SCREENS.find(({ name }) => name === 'affiliate-details');
  if (!details) throw new Error('no such screen');
  const figuresLast = (path: string) => (path.startsWith('/api/account-figures') ? 6 * DELAY_MS : 0);
  await late(
    { browser, viewer: 'office', baseURL },
    async (newPage) => {
      const page = await newPage();
      await page.setViewportSize(PHONE);
      await visit(page, details, 'full');
      expect(await movedTooMuch(page, details.name)).toEqual([]);
    },
    figuresLast,
  );
});
