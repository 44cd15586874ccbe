import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn, signInByForm, submitLogin, watchConsole } from './support/pages';

const PASSWORD = 'first-pass-1';
const NEW_PASSWORD = 'second-pass-2';

/** The link of the newest mail to this person that leads to `path`, from the development outbox, once there are `count`. */
async function mailedLink(page: Page, email: string, path = '/update-password', count = 1): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const outbox = await (await page.request.get('/dev/outbox')).text();
    const mails = outbox
      .split('<article>')
      .filter((each) => each.includes(`To ${email}`) && each.includes(path));
    expect(mails).toHaveLength(count);
    link = new RegExp(`href="([^"]+${path}[^"]*)"`).exec(mails[0] ?? '')?.[1]?.replace(/&amp;/g, '&');
    expect(link).toBeTruthy();
  }).toPass();
  return link as string;
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: /register/i })
    .first()
    .click();
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('First Name').fill('Vera');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel(/^Password/).fill(PASSWORD);
  await form.getByLabel('Confirm Password').fill(PASSWORD);
  const opened = page.waitForEvent('popup');
  await form.getByRole('link', { name: 'Terms' }).click();
  const terms = await opened;
  await expect(terms.getByRole('heading', { name: 'How you are paid' })).toBeVisible();
  await terms.close();
  await expect(form.getByLabel('First Name')).toHaveValue('Vera');
  await expect(form.getByLabel('I agree to the Terms')).not.toBeChecked();
  await form.getByLabel('I agree to the Terms').check();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
}

async function fillAccount(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /Payment Information/ })
    .getByRole('link')
    .click();
  const form = page.getByRole('form', { name: 'Account' });
  await expect(form.getByLabel('First Name')).toHaveValue('Vera');
  await form.getByLabel('Last Name').fill("O'Neil");
  await form.getByLabel('Address 1').fill('1 Plain Street');
  await form.getByLabel('Postal Code').fill('10001');
  await form.getByLabel('Country').selectOption('United States');
  await form.getByLabel(/ACH/).check();
  await form.getByLabel('Account Name').fill('Vera O’Neil');
  await form.getByLabel('Account Type').selectOption('Checking');
  await form.getByLabel('Routing Number').fill('110000000');
  await form.getByLabel('Account Number').fill('000123456789');
  await form.getByLabel('SSN', { exact: true }).first().check();
  await form.getByRole('textbox', { name: 'SSN' }).fill('123456789');
  await form.getByRole('button', { name: /save/i }).click();
  await expect(page.getByText('Account information has been updated successfully.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('region', { name: /Payment Information/ })).toBeHidden();
}

async function sendContact(page: Page): Promise<void> {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Email').fill('vera@example.com');
  await form.getByLabel('Subject').fill('A question');
  await form.getByLabel('Message').fill('When is the next payroll?');
  await form.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Message has been sent successfully.')).toBeVisible();
}

async function anotherVisitor(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext({ baseURL })).newPage();
}

test('a visitor becomes an affiliate, is reachable, and gets back in by a mailed link', async ({
  browser,
  page,
  baseURL,
}) => {
  const troubles = watchConsole(page);
  const email = 'vera@example.com';
  await register(page, email);
  await fillAccount(page);

  await page.goto('/account');
  await expect(page.getByText(/6789/).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('000123456789');
  await expect(page.getByRole('main')).not.toContainText('123456789');

  await page.goto('/statistics');
  await page.getByLabel('Period').selectOption('This Month');
  await page.getByRole('button', { name: /payment history/i }).click();
  await expect(page.getByText('There is no payment history')).toBeVisible();
  await page.reload();
  await expect(page.getByText('There is no payment history')).toBeVisible();
  await expect(page.getByLabel('Period')).toHaveValue('4');
  await sendContact(page);

  // Elsewhere, signed out: the password is forgotten and set again by the mailed link.
  const elsewhere = await anotherVisitor(browser, baseURL);
  await elsewhere.goto('/restore-password');
  await elsewhere.getByRole('main').getByLabel('Email').fill(email);
  await elsewhere.getByRole('main').getByRole('button').first().click();
  await expect(
    elsewhere.getByText("If your email address was valid, we've just sent you the password."),
  ).toBeVisible();
  const link = await mailedLink(elsewhere, email);
  await elsewhere.goto(link);
  const reset = elsewhere.getByRole('form', { name: 'Password reset' });
  await reset.getByLabel(/^New Password/).fill(NEW_PASSWORD);
  await reset.getByLabel('Confirm New Password').fill(NEW_PASSWORD);
  await reset.getByRole('button', { name: 'Update Password' }).click();
  await expect(
    elsewhere.getByText('Your password has been updated. You can now log in using the new password.'),
  ).toBeVisible();

  // The session from before is over, the old password too, and the link works once.
  expect(troubles).toEqual([]);
  expect((await (await page.request.get('/api/session')).json()).session).toBeNull();
  const late = await anotherVisitor(browser, baseURL);
  await late.goto(link);
  const again = late.getByRole('form', { name: 'Password reset' });
  await again.getByLabel(/^New Password/).fill('third-pass-3');
  await again.getByLabel('Confirm New Password').fill('third-pass-3');
  const answer = late.waitForResponse('**/api/login');
  await again.getByRole('button', { name: 'Update Password' }).click();
  expect((await (await answer).json()).result).not.toBe(1);
  await late.goto('/');
  await submitLogin(late, email, PASSWORD);
  await expect(late.getByText('Password does not match.')).toBeVisible();
  await signInByForm(late, email, NEW_PASSWORD);
});

test('an anonymous visitor reads the FAQ and writes to us through the invisible captcha', async ({
  page,
}) => {
  await page.goto('/faq');
  await expect(page.getByRole('main')).toContainText(/\w{4}/);
  await sendContact(page);
});

test('questions open by a chevron at their end, without the browser’s triangle', async ({ page }) => {
  await page.goto('/');
  const question = page.getByRole('region', { name: 'Questions' }).locator('summary').first();
  // Only a list item has a marker.
  await expect(question).not.toHaveCSS('display', 'list-item');
  const chevron = () =>
    question.evaluate((each) => {
      const { content, transform } = getComputedStyle(each, '::after');
      return { content, transform };
    });
  const closed = await chevron();
  expect(closed.content).toBe('""');
  await question.click();
  expect((await chevron()).transform).not.toBe(closed.transform);
});

test('following an advertising link counts for its source, which the affiliate sees', async ({
  page,
  request,
}) => {
  const followed = await request.get('/partner/T00001?tid=e2e-source', {
    maxRedirects: 0,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36' },
  });
  expect(followed.status()).toBe(302);
  await signIn(page, 'affiliate@example.com');
  await page.goto('/promo-tools');
  const row = page.getByRole('row').filter({ hasText: 'e2e-source' });
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
});

test('the registration fills both halves, says what a password needs, and has one primary button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/register');
  const form = page.getByRole('main').getByRole('form', { name: 'Register' });
  await expect(form.getByText(/^At least \d+ characters/)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.locator('.btn-primary:visible')).toHaveText(['Register']);
  const text = await page.getByRole('heading', { name: 'Earn with every member you send' }).boundingBox();
  expect(text?.x).toBeGreaterThan(1440 / 2);
});

test('a new email waits to be confirmed; its link is mailed again on demand, and confirms it', {
  tag: '@long',
}, async ({ page }) => {
  const email = 'willa.new@example.com';
  await register(page, 'willa@example.com');
  await fillAccount(page);
  await page.goto('/account');
  const form = page.getByRole('form', { name: 'Account' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: /save/i }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText(`We have mailed the link to ${email} again`)).toBeVisible();
  await page.goto(await mailedLink(page, email, '/confirm-email', 2));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText(/^The email is confirmed/)).toBeVisible();
  await page.goto('/account');
  await expect(form.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
});
