import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { DayTotalModel } from '@partnerdesk/domain';
import { expect, type Page, test } from '@playwright/test';
import { withDatabase } from './support/ledger';
import { signIn, watchConsole } from './support/pages';

const CLERK = 'payroll@example.com';
const REBUILD = resolve(__dirname, '../scripts/rebuild-statistics.mjs');

const readData = (name: string) => JSON.parse(readFileSync(join(process.env.E2E_DATA ?? '', name), 'utf8'));
let sent = 0;

/** Sends a sale of member 1 as the chat and phone service does. */
async function sendSale(page: Page, amountCents: number): Promise<void> {
  sent += 1;
  const at = new Date().toISOString();
  const event = { type: 'sale', at, memberID: 1, amountCents, transactionType: 'initial' };
  const body = JSON.stringify([{ eventID: `e2e-${process.pid}-${sent}`, ...event }]);
  const timestamp = String(Date.now());
  const secret = process.env.EVENTS_SECRET ?? readData('keys.json').EVENTS_SECRET;
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const answer = await page.request.post('/api/events', {
    headers: { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-signature': signature },
    data: Buffer.from(body),
  });
  expect(await answer.json()).toMatchObject({ accepted: 1, waiting: 0, refused: [] });
}

const figure = (page: Page, name: string) =>
  page.locator(`tr[data-figure="${name}"]`).getByRole('cell').first();
const countOf = async (page: Page, name: string) =>
  Number(((await figure(page, name).textContent()) ?? '').replaceAll(/[$,]/g, ''));

async function show(page: Page, path: string, period: string): Promise<void> {
  // A period that is none: by itself the screen opens with this month.
  await page.goto(`${path}?period=`);
  await page.getByLabel('Period').selectOption(period);
  await page.getByRole('button', { name: 'Show Statistics' }).click();
  await expect(figure(page, 'tipsCount')).toBeVisible();
}

test('site statistics: this month by itself, hidden without a period, every field in order, charts, files', async ({
  page,
}) => {
  const troubles = watchConsole(page);
  await signIn(page, CLERK);
  await page.goto('/site-stats');
  await expect(figure(page, 'tipsCount')).toBeVisible();
  await expect(page.getByLabel('Period')).toHaveValue('4');
  await page.goto('/site-stats?period=');
  await expect(page.getByLabel('Staff ID')).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show Statistics' }).click();
  await expect(page.getByText('Please select statistics date range')).toBeVisible();
  await show(page, '/site-stats', 'Last Month');
  const names = await page
    .locator('tr[data-figure]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.figure));
  expect(names).toEqual(STATISTICS_FIELDS.map(({ name }) => name));
  await expect(page.getByRole('img', { name: /^Sales and refunds by day/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export days to CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Site-Days-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.length).toBeGreaterThanOrEqual(29);
  await page.reload();
  await expect(figure(page, 'tipsCount')).toBeVisible();
  await expect(page.getByLabel('Period')).toHaveValue('3');
  await page.goBack();
  await expect(figure(page, 'tipsCount')).toHaveCount(0);
  expect(troubles).toEqual([]);
});

test('staff statistics: all together add up to the site’s, one is less', async ({ page }) => {
  await signIn(page, CLERK);
  await show(page, '/site-stats', 'Last Month');
  const site = await countOf(page, 'tipsCount');
  await show(page, '/staff-stats', 'Last Month');
  expect(await countOf(page, 'tipsCount')).toBe(site);
  await expect(figure(page, 'salesCount')).toHaveCount(0);
  await page.getByLabel('Staff ID').fill('1');
  await page.getByRole('button', { name: 'Show Statistics' }).click();
  await expect(page.getByRole('heading', { name: /^Staff 1,/ })).toBeVisible();
  expect(await countOf(page, 'tipsCount')).toBeLessThan(site);
});

test('figures of today follow an event by themselves, on the statistics and on the dashboard', async ({
  page,
  context,
}) => {
  const troubles = watchConsole(page);
  await signIn(page, CLERK);
  await show(page, '/site-stats', 'Today');
  await expect(page.getByText('Live')).toBeVisible();
  const dashboard = await context.newPage();
  await dashboard.goto('/dashboard');
  const salesToday = dashboard
    .locator('tr[data-figure="salesCount"]')
    .getByRole('link', { name: /, today$/ });
  await expect(salesToday).toBeVisible();

  for (let round = 0; round < 3; round += 1) {
    const before = await countOf(page, 'salesCount');
    await sendSale(page, 1234);
    await expect(figure(page, 'salesCount')).toHaveText(String(before + 1));
    await expect(salesToday).toHaveText(new RegExp(`^${before + 1}, `));
  }
  expect(troubles).toEqual([]);
});

test('without the stream, figures follow by polling', async ({ page }) => {
  await page.route('**/api/statistics-changes', (route) => route.abort());
  await signIn(page, CLERK);
  await show(page, '/site-stats', 'Today');
  const before = await countOf(page, 'salesCount');
  await sendSale(page, 100);
  await expect(figure(page, 'salesCount')).toHaveText(String(before + 1));
});

test('a moderator has no statistics: no menu, no screen, no figures on the dashboard', async ({ page }) => {
  await signIn(page, 'moderator@example.com');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Photo ids/ })).toBeVisible();
  await expect(page.getByText('Today so far')).toHaveCount(0);
  await expect(page.getByText(/pay by/)).toHaveCount(0);
  await page.goto('/site-stats');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect((await page.request.get('/api/statistics-changes')).status()).toBe(403);
});

test('the recount finds and corrects a planted error while the system runs, and an open screen follows', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, CLERK);
  await show(page, '/site-stats', 'Today');
  await sendSale(page, 100);
  const answer = await page.request.get('/api/configuration');
  const { today } = await answer.json();
  const refunds = await countOf(page, 'refundsCount');
  await withDatabase(() =>
    DayTotalModel.updateOne({ _id: `site:0:${today}` }, { $inc: { refundsCount: 41 } }),
  );
  await page.getByRole('button', { name: 'Show Statistics' }).click();
  await expect(figure(page, 'refundsCount')).toHaveText(String(refunds + 41));

  const rebuild = promisify(execFile)(
    process.execPath,
    [REBUILD, '--from', today, '--to', today, '--data', process.env.E2E_DATA ?? ''],
    { cwd: process.env.E2E_DATA },
  );
  const { code, stderr } = await rebuild.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(stderr).toContain(`${today} site 0 refundsCount: was ${refunds + 41}, is now ${refunds}`);
  expect(code).toBe(1);
  await expect(figure(page, 'refundsCount')).toHaveText(String(refunds));
});
