import { expect, type Page, test } from '@playwright/test';
import { signIn, signInByForm, watchConsole } from './support/pages';

const OFFICE = 'admin@example.com';
const AFFILIATE = 31;

async function search(page: Page, by: string, text: string): Promise<void> {
  await page.getByLabel('Search by').selectOption(by);
  await page.getByLabel('Search for').fill(text);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
}
const details = (page: Page) => page.getByRole('region', { name: 'Details' });
const section = (page: Page, name: string) => details(page).getByRole('form', { name });
const part = (page: Page, name: string) => details(page).getByRole('button', { name, exact: true }).click();
const edit = async (page: Page, name: string) => {
  await part(page, name);
  await details(page)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
};
const save = (page: Page, name: string) => section(page, name).getByRole('button', { name: 'Save' }).click();

test('finds an affiliate, edits each section, cancels, and a link shows the same', async ({ page }) => {
  const troubles = watchConsole(page);
  await signInByForm(page, OFFICE);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Affiliates' })
    .first()
    .click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Please select search type').first()).toBeVisible();
  await search(page, 'ID', String(AFFILIATE));
  await page.getByRole('button', { name: `Select ${AFFILIATE} ` }).click();

  await edit(page, 'Info');
  await section(page, 'Info').getByLabel('Last name').fill('Öz-O’Neil');
  await section(page, 'Info').getByLabel('Commission %').fill('12.5');
  await save(page, 'Info');
  await expect(page.getByText('Affiliate has been updated')).toBeVisible();
  await edit(page, 'PayPal');
  await section(page, 'PayPal').getByLabel('PayPal user name').fill('oz@example.com');
  await save(page, 'PayPal');
  await expect(section(page, 'PayPal')).toBeHidden();
  await edit(page, 'ACH');
  await section(page, 'ACH').getByLabel('Account name').fill('Oz');
  await section(page, 'ACH').getByLabel('Account type').selectOption('Savings');
  await section(page, 'ACH').getByLabel('Routing number').fill('021000021');
  await section(page, 'ACH').getByLabel('Account number').fill('000123456789');
  await save(page, 'ACH');
  await expect(section(page, 'ACH')).toBeHidden();
  await expect(details(page).getByText('Savings', { exact: true })).toBeVisible();
  await expect(details(page).getByText('••••••••6789').first()).toBeVisible();
  await edit(page, 'Info');
  await section(page, 'Info').getByLabel('Last name').fill('Nobody');
  await section(page, 'Info').getByRole('button', { name: 'Cancel' }).click();
  await expect(details(page).getByRole('heading', { name: /Öz-O’Neil/ })).toBeVisible();

  await search(page, 'First or last name', "oz-o'n");
  await expect(page.getByRole('row', { name: /Öz-O’Neil/ })).toBeVisible();
  await page.getByRole('button', { name: `Select ${AFFILIATE} ` }).click();
  await expect(details(page)).toBeVisible();
  const link = page.url();
  await page.goto('/faq');
  await page.goto(link);
  await expect(details(page).getByRole('heading', { name: /Öz-O’Neil/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Öz-O’Neil/ })).toBeVisible();
  await part(page, 'Info');
  await page.reload();
  await expect(details(page).getByText('12.5', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Close details' }).click();
  await expect(details(page)).toBeHidden();
  await page.goBack();
  await expect(details(page)).toBeVisible();

  await part(page, 'ACH');
  await details(page).getByRole('button', { name: 'Show the account number' }).click();
  await expect(details(page).getByText('000123456789', { exact: true })).toBeVisible();
  await part(page, 'History');
  await expect(details(page).getByText('Account number looked at').first()).toBeVisible();
  await details(page).getByRole('link', { name: 'In the audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByRole('row', { name: /Account number looked at/ }).first()).toBeVisible();
  await expect(log.getByText(/^Commission %: .*12\.5$/)).toBeVisible();
  expect(troubles).toEqual([]);
});

test('of two who edit the same staff the second sees what changed, and loses nothing', async ({
  page,
  context,
}) => {
  await signIn(page, OFFICE);
  const other = await context.newPage();
  const phone = `555-${Date.now()}`;
  const street = `Other Street ${phone}`;
  for (const each of [page, other]) {
    await each.goto('/staff?type=1&q=17&id=17');
    await edit(each, 'Info');
  }
  await section(page, 'Info').getByLabel('Mobile phone').fill(phone);
  await section(page, 'Info').getByLabel('KellyStaffID').fill('00123');
  await save(page, 'Info');
  await expect(page.getByText('Staff has been updated')).toBeVisible();

  await section(other, 'Info').getByLabel('Address 1').fill(street);
  await save(other, 'Info');
  await expect(other.getByText('Nothing was saved.')).toBeVisible();
  await expect(other.getByRole('row', { name: /Mobile phone/ })).toContainText(phone);
  await other.getByRole('button', { name: 'Keep my changes and go on' }).click();
  await expect(section(other, 'Info').getByLabel('Mobile phone')).toHaveValue(phone);
  await save(other, 'Info');
  await expect(other.getByText('Staff has been updated')).toBeVisible();
  await page.reload();
  await expect(details(page).getByText(street).first()).toBeVisible();
  await expect(details(page).getByText(phone, { exact: true }).first()).toBeVisible();
  await expect(details(page).getByText('123', { exact: true })).toBeVisible();
});

test('a change of terms names in full who entered it', async ({ page }) => {
  await signIn(page, OFFICE);
  await page.goto(`/affiliates?type=1&q=${AFFILIATE}&id=${AFFILIATE}&tab=terms`);
  await details(page).getByRole('button', { name: 'Save terms' }).click();
  const entered = details(page)
    .getByRole('cell', { name: `by ${OFFICE}` })
    .first();
  await expect(entered).toBeVisible();
  // Neither by its own cell nor by the frame around the table.
  expect(
    await entered.evaluate(
      (cell) =>
        [cell, cell.closest('.pd-table-frame') ?? cell].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ).length,
    ),
  ).toBe(0);
});

test('unsaved edits are asked about: by links, back, and the page itself', async ({ page }) => {
  await signIn(page, OFFICE);
  await page.goto('/members?type=3&q=member40%40');
  await page.getByRole('button', { name: 'Select 40 ' }).click();
  await edit(page, 'Info');
  await section(page, 'Info').getByLabel('Credits').fill('77');
  const asked: string[] = [];
  let leave = false;
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await (leave ? dialog.accept() : dialog.dismiss());
  });
  await page.getByRole('link', { name: 'Partnerdesk' }).click();
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual(['confirm', 'confirm']);
  await expect(page).toHaveURL(/id=40/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find people/ }).fill('staff17@');
  await page.getByRole('option', { name: /staff17@/ }).click();
  await expect.poll(() => asked).toHaveLength(3);
  await page.keyboard.press('Escape');
  await expect(section(page, 'Info').getByLabel('Credits')).toHaveValue('77');
  leave = true;
  await page.evaluate(() => history.back());
  await expect(details(page)).toBeHidden();
  await expect(page).toHaveURL('/members?type=3&q=member40%40');
  expect(asked).toHaveLength(4);
});

test('Ctrl-K goes to anybody from any office screen, with the keyboard alone', async ({ page }) => {
  await signIn(page, OFFICE);
  await page.goto('/site-stats');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Find people/ }).pressSequentially('member1499');
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/members?type=1&q=1499&id=1499');
  await expect(details(page).getByRole('heading', { name: 'member1499' })).toBeVisible();
});

test('the export has every row of the search', async ({ page }) => {
  await signIn(page, OFFICE);
  await page.goto('/members?type=2&q=member1');
  const total = Number((await page.getByText(/^[\d,]+ members$/).textContent())?.replace(/\D/g, ''));
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/);
  let text = '';
  for await (const chunk of await download.createReadStream()) text += chunk;
  expect(total).toBeGreaterThan(500);
  expect(text.trim().split('\r\n')).toHaveLength(total + 1);
});

test('the menu shows where one is, in a window too low for all of it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, OFFICE);
  await page.goto('/audit-log');
  await expect(page.getByRole('link', { name: 'Audit log', exact: true })).toBeInViewport({ ratio: 1 });
  await page.goto('/photoid');
  await expect(page.getByRole('link', { name: 'PhotoId' })).toBeInViewport({ ratio: 1 });
});

test('on a phone three lines stand above the list: title, search, and what is done with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, OFFICE);
  for (const path of ['/affiliates', '/staff', '/members']) {
    await page.goto(path);
    await expect(page.locator('[data-account]').first()).toBeVisible();
    const { lines, listTop } = await page.evaluate(() => {
      const boxes = [
        ...document.querySelectorAll('main :is(h1, .pd-lead, .acc-head :is(select, input, .btn))'),
      ]
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .sort((one, other) => one.top - other.top);
      const ends: number[] = [];
      for (const { top, bottom } of boxes) if (top >= (ends.at(-1) ?? 0)) ends.push(bottom);
      return {
        lines: ends.length,
        listTop: document.querySelector('.acc-results')?.getBoundingClientRect().top,
      };
    });
    expect([path, lines]).toEqual([path, 3]);
    // A link among buttons is as large as the text around it.
    const save = page.getByRole('button', { name: 'Save this search' });
    const sizes = await save.evaluate((each) =>
      [each, each.parentElement as HTMLElement].map((one) => getComputedStyle(one).fontSize),
    );
    expect(sizes[0]).toBe(sizes[1]);
    // Most of the window is the list's.
    expect(listTop).toBeLessThan(844 / 3);
    // In px: an id is one line of 18 and its padding, a head is not cut.
    const ids = page.locator('.acc-by-id > a');
    expect(
      await ids.evaluateAll(
        (all: HTMLElement[]) => all.filter(({ offsetHeight }) => offsetHeight > 30).length,
      ),
    ).toBe(0);
    const head = page.locator('.pd-grid-head > :first-child');
    expect(await head.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  }
});
