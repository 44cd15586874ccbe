import { expect, test } from '@playwright/test';
import { signIn, submitLogin, watchConsole } from './support/pages';

const INVITED = 'invited@example.com';
const PASSWORD = 'a quiet morning in the hills';

test('an invited administrator sets a password, adds a passkey and signs in with it', async ({ page }) => {
  const troubles = watchConsole(page);
  await signIn(page, 'admin@example.com');
  await page.goto('/administrators');
  await page.getByRole('button', { name: 'Invite administrator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(INVITED);
  await dialog.getByLabel('Moderate pictures, profiles and applications').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`The invitation has been sent to ${INVITED}`)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();

  const mail = page
    .getByRole('article')
    .filter({ hasText: 'You are invited to the office' })
    .filter({ hasText: INVITED });
  await expect(async () => {
    await page.goto('/dev/outbox');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.getByRole('link', { name: /update-password/ }).click();
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm New Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();

  const chromium = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/');
  await submitLogin(page, INVITED, PASSWORD);
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await page.getByLabel('Name of this device').fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('They are shown this once')).toBeVisible();
  await expect(page.getByText(/^Laptop/)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await submitLogin(page, INVITED, PASSWORD);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await expect(page.getByText(/^Laptop.*last used/)).toBeVisible();
  // The sign-in that waited for the passkey was answered 403; the outbox has no icon.
  expect(troubles.filter((each) => !/403|favicon/.test(each))).toEqual([]);
});
