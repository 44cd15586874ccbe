import { expect, type Page, test } from '@playwright/test';
import { expectHeard, noteAnnouncements, pressOn, readAloud, tabTo, typeInto } from './support/keyboard';
import { DEMO_PASSWORD } from './support/pages';

/** Whole journeys without a pointer, and what a screen reader says on the way. */
test.beforeEach(({ page }) => page.addInitScript(noteAnnouncements));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function signInByKeys(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await typeInto(page, /^Email/, email);
  await typeInto(page, /^Password/, DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
}

test('a visitor registers by keyboard, past the skip link, and hears what is missing', async ({ page }) => {
  await page.goto('/');
  await pressOn(page, 'button', 'Skip to the content');
  await pressOn(page, 'link', /register/i);
  await expect(heading(page, 'Become an affiliate')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectHeard(page, 'Please enter all values');
  await expect(page.getByRole('main').getByLabel('First Name')).toBeFocused();
  await page.keyboard.type('Kay');
  await typeInto(page, /^Email/, `kay-${Date.now()}@example.com`);
  await typeInto(page, /^Password/, 'keys-alone-1');
  await typeInto(page, /^Confirm Password/, 'keys-alone-1');
  await pressOn(page, 'checkbox', /I agree to the/, 'Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page, 'Hello, Kay')).toBeFocused();
});

test('an affiliate copies the link, reads sales and a statement, and finds what an account lacks, by keyboard', {
  tag: '@long',
}, async ({ page }) => {
  await signInByKeys(page, 'affiliate@example.com');
  await expect(heading(page, /^Hello, /)).toBeVisible();
  await expect(page.getByRole('figure')).toBeVisible();
  expect(await readAloud(page)).toMatch(
    /link "Yesterday".*link "Month to Date".*button "Copy advertising link".*img "Earnings by day/s,
  );
  await pressOn(page, 'button', 'Copy advertising link');
  await expectHeard(page, 'Copied advertising link');
  await pressOn(page, 'link', 'My Stats');
  await expect(heading(page, 'My Stats')).toBeFocused();
  await tabTo(page, 'combobox', 'Period');
  await page.keyboard.type('Last Month');
  await pressOn(page, 'button', 'Sale Details');
  await expect(page.getByRole('table').first()).toBeVisible();
  expect(await readAloud(page)).toMatch(/table.*columnheader.*row.*cell/s);
  await pressOn(page, 'link', 'Promo Tools');
  await expect(heading(page, 'Promo Tools')).toBeFocused();
  await expect(page.getByRole('table').first()).toBeVisible();
  await readAloud(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Find/ })).toBeFocused();
  await page.keyboard.type('payment info');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Account')).toBeFocused();
  await expect(page.getByLabel('First Name')).not.toHaveValue('');
  expect(await readAloud(page)).toMatch(/form "Account".*textbox "First Name.*radio/s);
  await typeInto(page, /^First Name/, '');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expectHeard(page, 'Please provide required personal information');
  await expect(page.getByLabel('First Name')).toBeFocused();
});

test('a visitor is read the whole way from the home to the form that registers', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect.poll(() => readAloud(page)).toMatch(/heading.*\[level=1\].*link "[^"]*register/is);
  await expect
    .poll(() => readAloud(page, 'banner'))
    .toMatch(/navigation "Main".*form "Login".*textbox "Email/s);
  for (const [path, heard] of [
    ['/faq', /heading "[^"]+" \[level=1\].*heading "[^"]+" \[level=[23]\]/s],
    ['/terms', /heading "How you are paid"/],
    ['/contact', /form "Contact".*textbox "Email.*textbox "Message.*button/s],
    ['/register', /form "Register".*textbox "First Name.*checkbox "I agree to the Terms.*button/s],
    ['/restore-password', /textbox "Email.*button/s],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => readAloud(page)).toMatch(heard);
  }
});

test('a moderator judges a picture and takes it back by keyboard, and hears both', async ({ page }) => {
  await signInByKeys(page, 'moderator@example.com');
  await page.goto('/member-images');
  await expect(page.getByRole('link', { name: /^Photo / }).first()).toBeVisible();
  const viewer = page.getByRole('region', { name: /^Photo \d+$/ });
  let photo = '';
  // Another test may have the first ones open.
  for (let isTaken = true; isTaken; isTaken = (await viewer.getByText(/has this open until/).count()) > 0) {
    await page.keyboard.press('j');
    await expect(viewer).not.toHaveAttribute('aria-label', photo);
    photo = (await viewer.getAttribute('aria-label')) ?? '';
    await expect(viewer.getByText('History')).toBeVisible();
  }
  expect(await readAloud(page)).toMatch(/region "Photo \d+".*button "Approve/s);
  await page.keyboard.press('a');
  await expectHeard(page, `${photo} approved`);
  await page.keyboard.press('u');
  await expectHeard(page, /^Undone: photo \d+ is Unprocessed again/m);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog')).toBeVisible();
  await readAloud(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('a clerk generates a payroll and reads a row by keyboard; the focus comes back', async ({ page }) => {
  await signInByKeys(page, 'payroll@example.com');
  const { today } = await (await page.request.get('/api/configuration')).json();
  await pressOn(page, 'link', 'Operators');
  await expect(heading(page, 'Operator Payroll (pay weekly by Thursday)')).toBeFocused();
  await pressOn(page, 'button', 'Generate Payroll');
  await expectHeard(page, 'Please select payroll end date');
  await expect(page.getByRole('textbox', { name: /^End date/ })).toBeFocused();
  await page.keyboard.type(today.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'));
  await pressOn(page, 'button', 'Generate Payroll');
  await expect(page.getByRole('table', { name: 'Payroll rows' })).toBeVisible();
  await pressOn(page, 'button', /^Entries of /);
  await expect(page.getByRole('dialog').getByText(/^Page 1 of \d+$/)).toBeVisible();
  expect(await readAloud(page, 'dialog')).toMatch(/table .*columnheader/s);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Entries of / }).first()).toBeFocused();
});

test('the office finds a member, edits and cancels by keyboard; each step keeps the focus', {
  tag: '@long',
}, async ({ page }) => {
  await signInByKeys(page, 'admin@example.com');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Find people/ })).toBeFocused();
  await page.keyboard.type('member1499');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'member1499' })).toBeVisible();
  await pressOn(page, 'button', 'Info');
  await pressOn(page, 'button', 'Edit Info');
  await expect(details.getByRole('form', { name: 'Info' }).locator(':focus')).toHaveCount(1);
  expect(await readAloud(page)).toMatch(/form "Info".*textbox/s);
  await pressOn(page, 'button', 'Cancel');
  await expect(details.getByRole('button', { name: 'Edit Info' })).toBeFocused();
});
