import { expect, type Page, test } from '@playwright/test';
import { crampedCells } from './support/cramped-cells';
import { openAs, SIZES, settled } from './support/visits';

const WIDE = 1440;
const PHONE = 390;
const sizeOf = (width: number) => SIZES.find((size) => size.width === width) ?? { width, height: 900 };
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehau';

/** Ids as they are once millions have joined. */
function countInMillions(ids: Element[]): void {
  for (const id of ids) id.textContent = '22520140';
}

test('beside an open account a long name pushes nothing away: ids and statuses are whole, in their columns', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, 'office', baseURL ?? '');
  await page.setViewportSize(sizeOf(WIDE));
  const [affiliate] = await (await page.request.get('/api/get-affiliate-info?AffID=33')).json();
  const names = { firstName: LONG_NAME.slice(0, 50), lastName: LONG_NAME.slice(0, 50) };
  const saved = await page.request.post('/api/update-affiliate?updateType=Info', {
    data: { ...affiliate, ...names },
    headers: { origin: baseURL ?? '' },
  });
  expect(saved.ok()).toBe(true);
  for (const path of ['/affiliates', '/staff', '/members']) {
    await page.goto(path);
    await page.locator('[data-account]').first().click();
    await page.getByRole('region', { name: 'Details' }).getByRole('heading').first().waitFor();
    await settled(page);
    if (path === '/members') await page.locator('td.acc-by-id a').evaluateAll(countInMillions);
    expect(
      await page.evaluate(crampedCells, { cells: '.acc-results td', whole: '.acc-by-id, .acc-by-status' }),
      path,
    ).toEqual([]);
  }
  await page.context().close();
});

/** Cards whose small line lies over a text of theirs. */
const touchedCards = () =>
  [...document.querySelectorAll('.pd-figure-card:has(.pd-sparkline)')].flatMap((card) => {
    const line = card.querySelector('.pd-sparkline')?.getBoundingClientRect();
    return [...card.querySelectorAll('dt, dd:not(.pd-figure-trend)')].flatMap((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const touches = [...range.getClientRects()].some(
        (box) =>
          line &&
          Math.min(box.right, line.right) > Math.max(box.left, line.left) &&
          Math.min(box.bottom, line.bottom) > Math.max(box.top, line.top),
      );
      return touches ? [text.textContent] : [];
    });
  });

test('no small line of the site’s figures touches a text', { tag: '@long' }, async ({ browser, baseURL }) => {
  const page = await openAs(browser, 'office', baseURL ?? '');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto('/site-stats');
    await page.locator('.pd-sparkline').first().waitFor();
    await settled(page);
    expect(await page.evaluate(touchedCards), `${size.width} px`).toEqual([]);
  }
  await page.context().close();
});

/** Whether the middle of each button of the open dialog can be pressed, and how far the dialog ends above the alert. */
async function expectFree(page: Page): Promise<void> {
  const alert = page.locator('.pd-alert');
  await alert.hover();
  const dialog = page.getByRole('dialog');
  const [above, below] = await Promise.all([dialog.boundingBox(), alert.boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  for (const name of ['Cancel', 'Send invitation']) {
    const button = dialog.getByRole('button', { name });
    await expect(button).toBeInViewport({ ratio: 1 });
    // At the dialog's end: nothing shows through below.
    const { y = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect((above?.y ?? 0) + (above?.height ?? 0) - y - height).toBeLessThan(32);
    expect(
      await button.evaluate((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return each.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
  }
}

test('below the decisions on a picture there is room for an alert', { tag: '@long' }, async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, 'office', baseURL ?? '');
  await page.setViewportSize(sizeOf(WIDE));
  await page.goto('/member-images?status=all');
  await page
    .getByRole('link', { name: /^Photo / })
    .first()
    .waitFor();
  await page.keyboard.press('j');
  const approve = page
    .getByRole('region', { name: /^Photo \d+$/ })
    .getByRole('button', { name: /^(Approve|Reject)/ });
  await approve.first().waitFor();
  await settled(page);
  const { y = 0, height = 0 } = (await approve.first().boundingBox()) ?? {};
  // A line of text with its padding, and as much as it keeps to the window's edge.
  expect(y + height).toBeLessThanOrEqual(sizeOf(WIDE).height - 54);
  await page.context().close();
});

test('on a phone the first decision moves no picture: Undo has a place from the start', async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, 'office', baseURL ?? '');
  await page.setViewportSize(sizeOf(PHONE));
  await page.goto('/profile-images?status=all&order=newest');
  const photos = page.getByRole('link', { name: /^Photo / });
  await photos.first().waitFor();
  await settled(page);
  const before = await photos.first().boundingBox();
  await page
    .getByRole('button', { name: /^approve photo / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(await photos.first().boundingBox()).toEqual(before);
  await page.context().close();
});

for (const width of [PHONE, WIDE])
  test(`an alert leaves the buttons of its dialog free, and the dialog where it was, ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const page = await openAs(browser, 'office', baseURL ?? '');
    await page.setViewportSize(sizeOf(width));
    await page.goto('/administrators');
    await page.getByRole('button', { name: 'Invite administrator' }).click();
    const dialog = page.getByRole('dialog');
    const before = await dialog.boundingBox();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expectFree(page);
    expect(await dialog.boundingBox()).toEqual(before);
    await page.context().close();
  });
