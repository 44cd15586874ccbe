import { readFile } from 'node:fs/promises';
import { addDays, type BusinessDay, wireDay } from '@partnerdesk/contracts';
import { achReturnFile } from '@partnerdesk/testing';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn, watchConsole } from './support/pages';
import { ownDemo } from './support/system';

/** Two people pay: one prepares in one browser, another one approves in a second one. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const system = ownDemo('two-clerks', { PAYROLL_APPROVAL: 'four-eyes' });

async function browserOf(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: system().url });
  const page = await context.newPage();
  await signIn(page, email);
  return page;
}

/** The dialog's sum stands; a large one is typed. */
async function confirm(page: Page, label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^\$[\d,.]+$/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const typed = dialog.getByLabel(/^Type /);
  if (await typed.isVisible()) {
    const sum = (await dialog.getByText(/^\$[\d,.]+$/).textContent()) ?? '';
    await typed.fill(sum);
  }
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

/** Generates for all, or for one affiliate, and requests approval of all rows. @returns the request's number */
async function prepare(clerk: Page, endDate: BusinessDay, affID = ''): Promise<string> {
  await clerk.goto(affID ? `/affiliate-payroll?affID=${affID}` : '/affiliate-payroll');
  await clerk.getByLabel(/^End date/).fill(wireDay(endDate));
  await clerk.getByRole('button', { name: 'Generate Payroll' }).click();
  await expect(clerk.getByRole('table', { name: 'Payroll rows' })).toBeVisible();
  await clerk.getByRole('checkbox', { name: 'Select all' }).check();
  await clerk.getByRole('button', { name: /^Execute selected/ }).click();
  await confirm(clerk, 'Request approval');
  const link = clerk.getByRole('link', { name: /^request \d+$/ });
  await expect(link).toBeVisible();
  return ((await link.textContent()) ?? '').replace('request ', '');
}

async function approve(approver: Page, request: string): Promise<void> {
  await approver.goto('/dashboard');
  await approver.getByRole('main').getByRole('link', { name: 'Payroll approvals' }).click();
  await approver.getByRole('button', { name: `Open request ${request}` }).click();
  await expect(approver.getByText('Prepared by payroll@example.com')).toBeVisible();
  await approver.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirm(approver, 'Approve and execute');
  await expect(approver.getByText(/executed for/)).toBeVisible();
}

const entriesIn = (text: string) => text.split(/\r?\n/).filter((line) => line.startsWith('6'));

/** Makes a NACHA file of all payments executed on a day that are in no file yet. @returns what was downloaded */
async function downloadNacha(clerk: Page, day: BusinessDay): Promise<string> {
  await clerk.goto('/affiliate-payroll?view=reports');
  await clerk.getByLabel(/^Start date/).fill(wireDay(day));
  await clerk.getByLabel(/^End date/).fill(wireDay(day));
  await clerk.getByRole('button', { name: 'Show Payroll Report' }).click();
  await clerk.getByRole('table', { name: 'Payroll report' }).waitFor();
  await clerk.getByRole('checkbox', { name: 'Select all' }).check();
  const files = clerk.getByRole('table', { name: 'Pay files' }).getByRole('row');
  const before = Math.max(0, (await files.count()) - 1);
  await clerk.getByRole('button', { name: 'NACHA file' }).click();
  await expect(files).toHaveCount(before + 2);
  const download = clerk.waitForEvent('download');
  await files
    .nth(1)
    .getByRole('link', { name: /\.ach$/ })
    .click();
  const text = await readFile(await (await download).path(), 'utf8');
  await expect(files.nth(1)).toContainText(/Downloaded .*payroll@example\.com/);
  return text;
}

test('from generating to a NACHA file, a return, and the returned payment paid again', {
  tag: '@long',
}, async ({ browser }) => {
  const clerk = await browserOf(browser, 'payroll@example.com');
  const approver = await browserOf(browser, 'admin@example.com');
  const troubles = [watchConsole(clerk), watchConsole(approver)];
  const today: BusinessDay = (await (await clerk.request.get('/api/configuration')).json()).today;

  const first = await prepare(clerk, addDays(today, -1));
  // Who prepared it cannot approve it.
  await clerk.goto(`/payroll-approvals?request=${first}`);
  await expect(clerk.getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(clerk.getByRole('button', { name: 'Approve', exact: true })).toBeHidden();
  await approve(approver, first);

  const text = await downloadNacha(clerk, today);
  const [entry = ''] = entriesIn(text);
  const payrollID = Number(entry.slice(39, 54));
  const cents = Number(entry.slice(29, 39));
  expect(cents).toBeGreaterThan(0);

  await clerk.goto('/payment-results');
  const bytes = Buffer.from(achReturnFile([{ payrollID, cents, code: 'R03' }]));
  await clerk
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'returns.ach', mimeType: 'text/plain', buffer: bytes });
  await clerk.getByRole('button', { name: 'Show results' }).click();
  const returned = clerk.getByRole('table', { name: 'Payments of the file' });
  const payee = (await returned.getByText(/^Affiliate \d+ /).textContent()) ?? '';
  const affID = /\d+/.exec(payee)?.[0] ?? '';
  await clerk.getByRole('button', { name: 'Mark 1 payment' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: /^Mark/ }).click();
  await expect(clerk.getByText(/1 payment marked returned/)).toBeVisible();

  const second = await prepare(clerk, today, affID);
  await approve(approver, second);
  const rows = await (await clerk.request.get(`/api/payroll-approvals/${second}/rows`)).json();
  expect(rows).toHaveLength(1);
  // The returned amount, and what was earned since.
  expect(Math.round(rows[0].amount * 100)).toBeGreaterThanOrEqual(cents);
  // The bank is sent the payee again, by another payment, and nobody else again.
  const again = entriesIn(await downloadNacha(clerk, today));
  expect(again).toHaveLength(1);
  expect(again[0]?.slice(12, 29)).toBe(entry.slice(12, 29));
  expect(Number(again[0]?.slice(29, 39))).toBe(Math.round(rows[0].amount * 100));
  expect(Number(again[0]?.slice(39, 54))).toBeGreaterThan(payrollID);
  expect(troubles).toEqual([[], []]);
  await Promise.all([clerk.context().close(), approver.context().close()]);
});
