import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { wireDay } from '@partnerdesk/contracts';
import { openInLibreOffice } from '@partnerdesk/testing/libreoffice';
import { expect, type Page, test } from '@playwright/test';
import { crampedCells } from './support/cramped-cells';
import { signIn, watchConsole } from './support/pages';

/** The demo's events end today: a day within them has something to pay. */
test.describe.configure({ mode: 'serial' });

const cents = (text: string) => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);

async function today(page: Page): Promise<string> {
  return (await (await page.request.get('/api/configuration')).json()).today;
}

/** The dialog has its figures; all that was chosen is executed, whatever its type, and a large sum is typed. */
async function executeAsked(page: Page, label = 'Execute'): Promise<void> {
  const dialog = page.getByRole('dialog');
  const sum = dialog.getByText(/^\$[\d,.]+$/);
  await expect(sum).toBeVisible();
  const leaveOut = dialog.getByRole('checkbox', { name: 'Leave them out' });
  if (await leaveOut.isVisible()) {
    const before = (await sum.textContent()) ?? '';
    await leaveOut.uncheck();
    await expect(dialog.getByText(before, { exact: true })).toBeHidden();
    await expect(sum).toBeVisible();
  }
  const typed = dialog.getByLabel(/^Type /);
  if (cents((await sum.textContent()) ?? '') > 1_000_000) await typed.fill((await sum.textContent()) ?? '');
  await dialog.getByRole('button', { name: label, exact: true }).click();
}

/** `40 rows, $1,234.50` */
async function totals(page: Page, what: string): Promise<{ count: number; cents: number }> {
  const line = page.getByText(new RegExp(`^[\\d,]+ ${what}, \\$[\\d,.]+$`));
  const [, count = '0', sum = '0'] =
    /^([\d,]+) \w+, (\$[\d,.]+)$/.exec((await line.textContent()) ?? '') ?? [];
  return { count: Number(count.replaceAll(',', '')), cents: cents(sum) };
}

test('generate, open a row, execute, report, export: the sums agree to the cent', async ({ page }) => {
  const troubles = watchConsole(page);
  await signIn(page, 'payroll@example.com');
  await page.goto('/affiliate-payroll');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Affilate Payroll (pay by the 20th of each month)',
  );
  const day = await today(page);
  await page.getByLabel(/^End date/).fill(wireDay(day));
  await page.getByRole('button', { name: 'Generate Payroll' }).click();
  await expect(page.getByRole('table', { name: 'Payroll rows' })).toBeVisible();
  const generated = await totals(page, 'rows');
  expect(generated.count).toBeGreaterThan(10);

  await page
    .getByRole('button', { name: /^Entries of / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Page 1 of \d+$/)).toBeVisible();
  await expect(dialog.getByText(/^[\d,]+ entries$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.reload();
  expect(await totals(page, 'rows')).toEqual(generated);

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: /^Execute selected/ }).click();
  await executeAsked(page);
  await expect(page.getByText('Payroll was executed successfully')).toBeVisible();
  await expect(page.getByText(`Executed: ${generated.count}`)).toBeVisible();

  await page.getByRole('button', { name: 'View Reports' }).click();
  await page.getByLabel(/^Start date/).fill(wireDay(day));
  await page.getByLabel(/^End date/).fill(wireDay(day));
  await page.getByRole('button', { name: 'Show Payroll Report' }).click();
  await expect(page.getByRole('table', { name: 'Payroll report' })).toBeVisible();
  expect(await totals(page, 'payments')).toEqual(generated);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Payroll\d{14}\.xls$/);
  const html = await readFile((await file.path()) ?? '', 'utf8');
  const sum = `<tr><td>=SUM(E2:E${generated.count + 1})</td></tr></table>`;
  const cells = await openInLibreOffice(html.replace('</table>', sum));
  expect(cells[0]?.[4]).toBe('Amount');
  expect(cells).toHaveLength(generated.count + 2);
  expect(cents(cells.at(-1)?.[0] ?? '')).toBe(generated.cents);
  expect(troubles).toEqual([]);
});

test('a pay file, marked paid as a whole; one mark taken back, with the reason', async ({ page }) => {
  const troubles = watchConsole(page);
  await signIn(page, 'payroll@example.com');
  await page.goto('/affiliate-payroll?view=reports');
  const day = wireDay(await today(page));
  await page.getByLabel(/^Start date/).fill(day);
  await page.getByLabel(/^End date/).fill(day);
  await page.getByRole('button', { name: 'Show Payroll Report' }).click();
  const table = page.getByRole('table', { name: 'Payroll report' });
  await table.waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'PayPal file' }).click();
  // What nobody has downloaded cannot have been paid.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /\.csv$/ }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(',USD,');
  await page.getByRole('button', { name: 'Mark all paid' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }).click();
  const paid = table.getByRole('row').filter({ hasText: 'Paid' });
  await expect(paid.first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).uncheck();
  const name = (await paid.first().getByRole('checkbox').getAttribute('aria-label')) ?? '';
  await page.getByRole('checkbox', { name, exact: true }).check();
  await page.getByLabel('Reason').fill('the transfer was held');
  await page.getByRole('button', { name: 'Take back “paid”' }).click();
  const row = table.getByRole('row').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
  await expect(row).toContainText('In pay file');
  expect(troubles).toEqual([]);
});

test('a report has PayPal ids whole, and each badge in its cell', async ({ page }) => {
  await signIn(page, 'payroll@example.com');
  const day = wireDay(await today(page));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/affiliate-payroll?view=reports');
    await page.getByLabel(/^Start date/).fill(day);
    await page.getByLabel(/^End date/).fill(day);
    await page.getByRole('button', { name: 'Show Payroll Report' }).click();
    const table = page.getByRole('table', { name: 'Payroll report' });
    await table.locator('.pd-badge:visible').first().waitFor();
    if (width === 1440) await expect(table.getByText(/@/).first()).toBeVisible();
    const cells = { cells: '.pay-review-list td', whole: ':has(.pay-account, .pd-badge)' };
    expect(await page.evaluate(crampedCells, cells), `${width} px`).toEqual([]);
  }
});

test('a second clerk finds what was generated; a moderator finds no such screen', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin@example.com');
  await page.goto('/affiliate-payroll');
  await expect(page.getByRole('heading', { name: 'Generated recently' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Through / })
    .first()
    .click();
  await expect(page.getByRole('table', { name: 'Payroll rows' })).toBeVisible();
  const other = await browser.newPage();
  await signIn(other, 'moderator@example.com');
  await other.goto('/affiliate-payroll');
  await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect((await other.request.get('/api/payroll-runs?payrollType=1')).status()).toBe(403);
  await other.close();
});

test('year end: a payee gets a form, its copy opens, the file has the whole tax id; who lacks one is asked', async ({
  page,
  context,
}) => {
  const troubles = watchConsole(page);
  // Operators 4 and 14 are paid by direct deposit; nobody else runs their payroll.
  const headers = { origin: await signIn(page, 'admin@example.com') };
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api/${path}`, { headers, data })).ok()).toBe(true);
  const endDate = await today(page);
  const [operator] = await (await page.request.get('/api/get-staff-info?StaffID=4')).json();
  const address = { address1: '2 Oak Ave', city: 'Austin', state: 'TX', postalCode: '78701' };
  await post('update-staff?updateType=Info', { ...operator, ...address, taxIDType: 1, taxID: '219-09-9999' });
  for (const personID of [4, 14]) {
    const adjustment = {
      adjustmentID: randomUUID(),
      payrollType: 2,
      personID,
      amount: 2500,
      reason: 'a bonus',
    };
    await post('payroll-adjustments', adjustment);
    await post(`execute-payroll?affID=${personID}&endDate=${endDate}&payrollType=2`, {});
  }

  await page.goto('/operators-payroll');
  await page.locator('#main').getByRole('link', { name: 'Tax forms', exact: true }).click();
  const copy = context.waitForEvent('page');
  await page.getByRole('link', { name: /^Copy B of Operator 4 / }).click();
  const opened = await copy;
  // Its document has come: a tab that is still on its way there cannot be asked for it again.
  await opened.getByText('XXX-XX-9999').waitFor();
  const troublesOfCopy = watchConsole(opened);
  await opened.reload();
  await expect(opened.getByText('XXX-XX-9999')).toBeVisible();
  expect(troublesOfCopy).toEqual([]);
  await opened.close();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download draft of the file' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^1099-nec-\d{4}-1-draft\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(',SSN,219099999,');

  await page.getByRole('button', { name: /^Ask by email: Operator 14 / }).click();
  await expect(page.getByText('1 mail on the way')).toBeVisible();
  expect(troubles).toEqual([]);
});
