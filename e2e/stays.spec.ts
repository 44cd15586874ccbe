import { wireDay } from '@partnerdesk/contracts';
import { sized } from '@partnerdesk/testing/services';
import { expect, type Page, test } from '@playwright/test';
import { movedPlaces, notePlaces } from './support/places';
import { openAs, SIZES, settled } from './support/visits';

interface Opening {
  path: string;
  /** Brings the list there, where the address does not. */
  prepare?: (page: Page) => Promise<void>;
  /** What is opened with the pointer. */
  item: (page: Page) => ReturnType<Page['locator']>;
  /** What has opened then. */
  opened: (page: Page) => ReturnType<Page['locator']>;
  /** The list that makes room beside it. */
  list: string;
}

/** Rows of operators: nothing of them is executed here. */
async function generate(page: Page): Promise<void> {
  const { today } = await (await page.request.get('/api/configuration')).json();
  await page.getByLabel(/^End date/).fill(wireDay(today));
  await page.getByRole('button', { name: 'Generate Payroll' }).click();
  await expect(page.getByRole('table', { name: 'Payroll rows' }).getByRole('button').first()).toBeVisible();
}

const OPENINGS: readonly Opening[] = [
  ...['/affiliates', '/staff'].map((path) => ({
    path,
    list: '.acc-results',
    item: (page: Page) => page.getByRole('button', { name: /^select / }).nth(1),
    opened: (page: Page) =>
      page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: 'Figures' }),
  })),
  {
    path: '/member-images?status=all',
    list: '.mod-list',
    // Other tests judge the first ones.
    item: (page) => page.getByRole('link', { name: /^Photo / }).nth(3),
    opened: (page) => page.getByRole('region', { name: /^Photo \d+$/ }).getByText('History'),
  },
  {
    path: '/approve-profiles',
    list: '.mod-pending',
    item: (page) => page.getByRole('button', { name: /^view / }).nth(1),
    opened: (page) => page.getByRole('button', { name: /^approve/i }),
  },
  {
    path: '/operators-payroll',
    prepare: generate,
    list: '.pay-review-list',
    item: (page) => page.getByRole('table', { name: 'Payroll rows' }).locator('.pay-open').nth(1),
    opened: (page) => page.getByRole('heading', { level: 4, name: 'Account' }),
  },
];

for (const size of SIZES.filter(({ width }) => sized([1440], [1440, 390]).includes(width)))
  test(`what is opened moves nothing that is there, ${size.width} px`, async ({ browser, baseURL }) => {
    test.setTimeout(120_000);
    const page = await openAs(browser, 'office', baseURL ?? '');
    await page.setViewportSize(size);
    const faults: string[] = [];
    for (const opening of OPENINGS) {
      await page.goto(opening.path);
      await opening
        .item(page)
        .or(page.getByLabel(/^End date/))
        .first()
        .waitFor();
      await settled(page);
      await opening.prepare?.(page);
      await settled(page);
      await opening.item(page).scrollIntoViewIfNeeded();
      await notePlaces(page);
      await opening.item(page).click();
      await opening.opened(page).waitFor();
      await settled(page);
      const moved = await movedPlaces(page, opening.list);
      faults.push(...moved.map((line) => `${opening.path}: ${line}`));
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });
