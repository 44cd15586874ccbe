import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { signIn, watchConsole } from './support/pages';

const MODERATOR = 'moderator@example.com';

const queues = async (page: Page) => (await page.request.get('/api/moderation-queues')).json();
const viewer = (page: Page) => page.getByRole('region', { name: /^Photo \d+$/ });

test('a moderator clears a queue of 20 with the keyboard alone', async ({ page }) => {
  const troubles = watchConsole(page);
  await signIn(page, MODERATOR);
  await page.goto('/photoid');
  await expect(page.getByRole('heading', { name: 'Manage PhotoID' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Unprocessed' })).not.toHaveCount(0);
  expect((await queues(page)).photoIds).toBe(20);

  await page.keyboard.press('j');
  for (let left = 20; left > 0; left -= 1) {
    const before = await viewer(page).getAttribute('aria-label');
    await expect(viewer(page).getByText('History')).toBeVisible();
    if (left % 3 === 0) {
      await page.keyboard.press('r');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('3');
    } else {
      await page.keyboard.press('v');
      await page.keyboard.press('a');
    }
    if (left > 1) await expect(viewer(page)).not.toHaveAttribute('aria-label', before ?? '');
    if (left === 15) {
      // Undo the last decision and decide again.
      await page.keyboard.press('u');
      await expect(viewer(page)).toHaveAttribute('aria-label', before ?? '');
      await page.keyboard.press('v');
      await page.keyboard.press('a');
      await expect(viewer(page)).not.toHaveAttribute('aria-label', before ?? '');
    }
  }
  await expect(page.getByText('Nothing waits here any more')).toBeVisible();
  expect((await queues(page)).photoIds).toBe(0);
  await page.reload();
  await expect(page.getByText('There are no pictures here')).toBeVisible();
  expect(troubles).toEqual([]);
});

test('a double click approves one picture, and the visible Undo takes it back', async ({ page }) => {
  await signIn(page, MODERATOR);
  await page.goto('/gallery-images');
  const { galleryPics } = await queues(page);
  const first = page.getByRole('button', { name: /^approve photo / }).first();
  const photo = (await first.getAttribute('aria-label'))?.split(' ').at(-1);
  await first.dblclick();
  await expect(page.getByText(`Photo ${photo} approved`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: `Photo ${photo}, Approved` })).toBeVisible();
  expect((await queues(page)).galleryPics).toBe(galleryPics - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: `Photo ${photo}, Unprocessed` })).toBeVisible();
  expect((await queues(page)).galleryPics).toBe(galleryPics);
  // The focus has moved along; only a keyboard's is drawn.
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe(
    'none',
  );
});

test('where one was is in the address; what a colleague has open is marked and refused', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, MODERATOR);
  await page.goto('/gallery-images?order=newest');
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  await page.keyboard.press('j');
  const first = await viewer(page).getAttribute('aria-label');
  // What is known stands in rows of one height, whether it is a link or plain text.
  const facts = await viewer(page)
    .locator('.mod-facts dt')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(facts.length).toBeGreaterThan(2);
  expect(new Set(facts.slice(1).map((top, index) => Math.round(top - (facts[index] ?? 0)))).size).toBe(1);
  await page.keyboard.press('j');
  await expect(viewer(page)).not.toHaveAttribute('aria-label', first ?? '');
  const label = await viewer(page).getAttribute('aria-label');
  await expect(page).toHaveURL(new RegExp(`photo=${label?.split(' ')[1]}$`));
  await expect(viewer(page).getByText('History')).toBeVisible();

  const colleague = await browser.newPage({ baseURL });
  await signIn(colleague, 'admin@example.com');
  await colleague.goto(page.url());
  await expect(viewer(colleague)).toHaveAttribute('aria-label', label ?? '');
  await expect(viewer(colleague).getByText(`${MODERATOR} has this open`)).toBeVisible();
  await expect(viewer(page).getByText('admin@example.com is looking at it')).toBeVisible();
  await colleague.keyboard.press('a');
  await expect(colleague.getByText(`${MODERATOR} has this item open`)).toBeVisible();
  await expect(viewer(colleague).getByText('Unprocessed')).toBeVisible();
  await colleague.close();

  await page.keyboard.press('h');
  await expect(viewer(page)).not.toHaveAttribute('aria-label', label ?? '');
  await expect(page.getByRole('link', { name: new RegExp(`^${label},`) })).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(viewer(page)).toHaveAttribute('aria-label', label ?? '');
});

test('profiles and applications: view, Good, approve, reject', async ({ page }) => {
  await signIn(page, MODERATOR);
  const before = await queues(page);
  await page.goto('/approve-profiles');
  await page
    .getByRole('button', { name: /^view / })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Good' }).check();
  await page.getByRole('button', { name: /^approve/i }).click();
  await expect.poll(async () => (await queues(page)).profiles).toBe(before.profiles - 1);
  await page.goto('/approve-staff');
  await page
    .getByRole('button', { name: /^view / })
    .first()
    .click();
  await expect(page.getByText('Address line 1')).toBeVisible();
  await page.getByRole('button', { name: /^reject/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Without a reason/ })
    .click();
  await expect.poll(async () => (await queues(page)).staff).toBe(before.staff - 1);
});

test('an uploaded picture comes to the moderator through the worker, and to nobody else', async ({
  page,
  request,
}) => {
  const { EVENTS_SECRET } = JSON.parse(readFileSync(join(process.env.E2E_DATA ?? '', 'keys.json'), 'utf8'));
  const body = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6' } })
    .webp()
    .toBuffer();
  const query = 'type=4&memberID=1400';
  const timestamp = String(Date.now());
  const hmac = createHmac('sha256', EVENTS_SECRET).update(`${timestamp}.${query}\n`).update(body);
  const answer = await request.post(`/api/photos?${query}`, {
    headers: { 'x-timestamp': timestamp, 'x-signature': hmac.digest('hex') },
    data: body,
  });
  expect(answer.status()).toBe(201);
  const { photoID } = await answer.json();

  await signIn(page, MODERATOR);
  const listed = async () =>
    (await (await page.request.get(`/api/images-for-review?type=4&from=${photoID}`)).json())[0];
  await expect.poll(async () => (await listed())?.photoID).toBe(photoID);
  await page.goto(`/member-images?photo=${photoID}`);
  const image = viewer(page).getByRole('img', { name: `Photo ${photoID}` });
  await expect(image).toHaveJSProperty('naturalWidth', 300);
  const address = (await image.getAttribute('src')) ?? '';
  expect(address).toMatch(/^\/api\/assets\/images\/members\/[0-9a-f]{32}\.jpg$/);
  expect((await request.get(address)).status()).toBe(401);
});
