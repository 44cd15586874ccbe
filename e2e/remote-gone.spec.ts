import type { Configuration } from '@partnerdesk/contracts';
import { expect, test } from '@playwright/test';
import { signIn } from './support/pages';

const EMAIL = 'affiliate@example.com';
const TROUBLE = 'This part of the site cannot be shown right now.';

test.describe("with the remote's files gone", () => {
  test('the frame works and says so; Retry brings it back', async ({ page }) => {
    await signIn(page, EMAIL);
    await page.route('**/remotes/affiliate/**', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto('/dashboard');

    await expect(page.getByText(TROUBLE)).toBeVisible();
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Stats' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(TROUBLE)).toBeVisible();

    await page.unroute('**/remotes/affiliate/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Month to Date')).toBeVisible();
  });

  test('one can still sign out', async ({ page }) => {
    await signIn(page, EMAIL);
    await page.route('**/remotes/affiliate/**', (route) => route.abort());
    await page.goto('/dashboard');
    await expect(page.getByText(TROUBLE)).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('banner').getByRole('form', { name: 'Login' })).toBeVisible();
  });
});

test('a file that a remote does not have is a true 404, never a page', async ({ request }) => {
  const answer = await request.get('/remotes/affiliate/gone.js');
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type'] ?? '').not.toContain('html');
});

test('a remote whose script the configuration does not name is entered by its manifest', async ({ page }) => {
  await page.route('**/api/configuration', async (route) => {
    const response = await route.fetch();
    const configuration: Configuration = await response.json();
    const remotes = configuration.remotes.map(({ name, manifest }) => ({ name, manifest }));
    await route.fulfill({ response, json: { ...configuration, remotes } });
  });
  const manifest = page.waitForResponse('**/remotes/affiliate/mf-manifest.json');
  await page.goto('/contact');
  expect((await manifest).status()).toBe(200);
  await expect(page.getByText('How can we help you?')).toBeVisible();
});
