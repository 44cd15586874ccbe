import { expect, test } from '@playwright/test';
import type { Browser } from 'puppeteer-core';
import { FirefoxUser, startFirefox } from './support/firefox';

/** The main journey of each role in a browser with another engine. */
let firefox: Browser;
let user: FirefoxUser;

test.beforeAll(async () => {
  firefox = await startFirefox();
});
test.beforeEach(async ({ baseURL }) => {
  user = await FirefoxUser.open(firefox, baseURL ?? '');
});
test.afterEach(async () => {
  expect(user.errors).toEqual([]);
  await user.close();
});
test.afterAll(() => firefox?.close());

test('in Firefox a visitor registers and sees the dashboard', { tag: '@long' }, async () => {
  await user.goTo('/register');
  await user.fill('main input[name="FirstName"]', 'Fay');
  await user.fill('main input[name="EmailAddress"]', `fay-${Date.now()}@example.com`);
  await user.fill('main input[name="Password"]', 'another-engine-1');
  await user.fill('main input[name="ConfirmPassword"]', 'another-engine-1');
  await user.page.locator('main input[name="Agreed"]').click();
  await user.page.keyboard.press('Enter');
  await user.sees('h1', /^Hello, Fay$/);
  await user.sees('main', /Month to Date/);
});

test('in Firefox an affiliate signs in, sees figures and sales, and signs out', async () => {
  await user.signIn('affiliate@example.com');
  await user.sees('main', /Month to Date\s*\$[\d,.]+/);
  await user.press('My Stats');
  await user.sees('h1', /^My Stats$/);
  await user.page.locator('select[name="period"]').fill('4');
  await user.press('Sale Details');
  await user.sees('table', /Payout.*\$\d/);
  await user.press('Logout');
  await user.sees('header', /Login/);
});

test('in Firefox a moderator approves a picture and takes it back', async () => {
  await user.signIn('moderator@example.com');
  await user.goTo('/profile-images');
  await user.sees('main', /Unprocessed/);
  await user.press('approve photo ');
  await user.sees('[role="status"]', /Photo \d+ approved/);
  await user.press('Undo');
  await user.sees('[role="status"]', /Undone: photo \d+ is Unprocessed again/);
});

test('in Firefox a clerk generates a payroll, and the figures of last month are there', {
  tag: '@long',
}, async ({ baseURL }) => {
  await user.signIn('payroll@example.com');
  const { today } = await (await fetch(`${baseURL}/api/configuration`)).json();
  await user.press('Operators');
  await user.sees('h1', /^Operator Payroll/);
  await user.fill('input[name="endDate"]', today.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'));
  await user.press('Generate Payroll');
  await user.sees('main', /[\d,]+ rows, \$[\d,.]+/);
  await user.press('Site Stats');
  await user.page.locator('select[name="period"]').fill('3');
  await user.press('Show Statistics');
  await user.sees('tr[data-figure="tipsAmount"]', /\$\d/);
});

test('in Firefox the office finds an affiliate, changes it and changes it back', {
  tag: '@long',
}, async () => {
  await user.signIn('admin@example.com');
  for (const name of ['Firefox', 'Plain']) {
    await user.goTo('/affiliates?type=1&q=40&id=40&tab=info');
    await user.press('Edit Info');
    await user.fill('form input[name="lastName"]', name);
    await user.press('Save');
    await user.sees('[role="status"]', /Affiliate has been updated/);
  }
});
