import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD } from './support/pages';

/** Chromium's own words for a screen that knows fingers and no pointer that hovers. */
const FINGERS =
  '--blink-settings=primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2';
/** In CSS px. */
const FINGER = 44;

/** Everything to press is as large as a finger, and nothing in the screen names a key. */
async function expectForFingers(page: Page): Promise<void> {
  const low = await page.evaluate(
    (least) =>
      [...document.querySelectorAll<HTMLElement>('main :is(.btn:not(.btn-link), .form-control, select)')]
        .filter(({ offsetHeight }) => offsetHeight > 0 && offsetHeight < least)
        .map(({ outerHTML }) => outerHTML.slice(0, 100)),
    FINGER,
  );
  expect(low).toEqual([]);
  await expect(page.getByRole('main').locator('kbd:visible, .mod-key:visible')).toHaveCount(0);
  await expect(page.getByText('arrow keys')).toHaveCount(0);
}

test('under a finger buttons and fields are 44 px high, and nothing speaks of keys', async ({
  playwright,
  baseURL,
  launchOptions,
}) => {
  const args = [...(launchOptions.args ?? []), FINGERS];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const viewport = { width: 390, height: 844 };
  const page = await browser.newPage({ baseURL, viewport, hasTouch: true });
  const signIn = (EmailAddress: string) =>
    page.request.post('/api/login', {
      data: { EmailAddress, Password: DEMO_PASSWORD },
      headers: { origin: baseURL ?? '' },
    });
  for (const [email, path, ready] of [
    ['affiliate@example.com', '/promo-tools', 'Copy basic link'],
    ['admin@example.com', '/member-images?status=all', 'Refresh'],
    ['admin@example.com', '/audit-log', 'Filters'],
  ] as const) {
    await signIn(email);
    await page.goto(path);
    await expect(page.getByRole('button', { name: ready })).toBeVisible();
    await expectForFingers(page);
  }
  // The button of the filters stands under the title, in no frame of its own.
  const [title, filters] = await Promise.all(
    [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Filters' })].map((each) =>
      each.boundingBox(),
    ),
  );
  expect(filters?.x).toBe(title?.x);
  // Decisions name their keys to who has a keyboard.
  await page.goto('/member-images?status=all');
  await page
    .getByRole('link', { name: /^Photo \d+, / })
    .first()
    .click();
  await expect(page.getByRole('region', { name: /^Photo \d+$/ })).toBeVisible();
  await expectForFingers(page);
  // Tabs are one line that scrolls; the page does not.
  await signIn('affiliate@example.com');
  await page.goto('/reports');
  const tabs = page.locator('.pd-tabs');
  await expect(tabs).toBeVisible();
  expect(
    await tabs.evaluate((each: HTMLElement) => [
      each.scrollWidth > each.clientWidth,
      each.offsetHeight < 2 * (each.firstElementChild as HTMLElement).offsetHeight,
      document.documentElement.scrollWidth,
    ]),
  ).toEqual([true, true, viewport.width]);
  await browser.close();
});
