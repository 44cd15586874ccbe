import { expect, test } from '@playwright/test';
import { payoutsOf } from './support/ledger';
import { DEMO_PASSWORD, signIn, signInByForm, submitLogin, watchConsole } from './support/pages';
import { TIME_ZONE } from './support/time-zone';

const EMAIL = 'affiliate@example.com';
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

test('an affiliate signs in, sees what the ledger gives, and signs out', async ({ page, baseURL }) => {
  const troubles = watchConsole(page);
  await page.goto('/');
  await submitLogin(page, EMAIL, DEMO_PASSWORD);
  await expect(page).toHaveURL('/dashboard');

  const payouts = await payoutsOf(1, new Date());
  const figures = page.getByRole('main').locator('dl');
  for (const [label, cents] of [
    ['Yesterday', payouts.yesterday],
    ['Today', payouts.today],
    ['Month to Date', payouts.month],
  ] as const) {
    const figure = figures.locator('div', { has: page.getByText(label, { exact: true }) });
    await expect(figure).toContainText(usd.format(cents / 100));
  }
  expect(payouts.month).toBeGreaterThan(0);

  const { trackID } = (await (await page.request.get('/api/session')).json()).session;
  await expect(page.getByText(`${baseURL}/partner/${trackID}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /My Stats/ })).toHaveAttribute(
    'href',
    '/statistics',
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Report by source' })).toHaveAttribute(
    'href',
    '/reports?by=source',
  );

  const prompt = page.getByRole('region', { name: /Payment Information/ });
  await expect(prompt.getByRole('link')).toHaveAttribute('href', '/account');

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('form', { name: 'Login' })).toBeVisible();
  expect((await page.request.get('/api/quick-statistics?affID=1')).status()).toBe(401);
  expect(troubles).toEqual([]);
});

test('a screen with times says once whose clock they are of; one without says nothing', async ({ page }) => {
  await signIn(page, EMAIL);
  const zone = page.getByText(new RegExp(`^Times are in .+ \\(${TIME_ZONE}\\)\\.$`));
  await page.goto('/security');
  await expect(page.getByText(/last seen/).first()).toBeVisible();
  await expect(zone).toBeVisible();
  await page.goto('/faq');
  await expect(page.getByRole('main')).toContainText(/\w{4}/);
  await expect(zone).toBeHidden();
});

test("the menu is the affiliate's, in its order", async ({ page }) => {
  await signInByForm(page, EMAIL);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('listitem')).toHaveText([
    'My Stats',
    'Payment Info',
    'Promo Tools',
    'FAQ',
    'Contact',
    'Logout',
  ]);
});

test('a session outlives a reload and a deep link', async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto('/dashboard');
  await page.reload();
  await expect(page.getByText('Month to Date')).toBeVisible();
});

for (const [email, password, message] of [
  ['nobody@example.com', DEMO_PASSWORD, 'Email does not exist.'],
  [EMAIL, 'another password', 'Password does not match.'],
  ['', '', 'Please enter all values'],
] as const) {
  test(`a refused sign-in says why: ${message}`, async ({ page }) => {
    await page.goto('/');
    await submitLogin(page, email, password);
    await expect(page.getByText(message).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  });
}

test('on a small screen the login is a page of its own', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/login');
  await page.getByRole('main').getByLabel('Email').fill(EMAIL);
  await page.getByRole('main').getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/dashboard');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('what is not for the affiliate is not found, and refused by the server', async ({ page }) => {
  await signIn(page, EMAIL);
  await page.goto('/affiliate-payroll');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const { status } = await page.evaluate(async () => {
    const answer = await fetch('/api/generate-payroll?affID=0&endDate=2026-01-01&payrollType=1');
    return { status: answer.status };
  });
  expect(status).toBe(403);
});
