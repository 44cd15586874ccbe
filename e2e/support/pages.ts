import { expect, type Page } from '@playwright/test';

export const DEMO_PASSWORD = 'demo-pass-1';

/**
 * Signs in by the call that the form makes; what the test opens next is the session's first page.
 * @returns the origin that writes have to name
 */
export async function signIn(page: Page, email: string): Promise<string> {
  const { origin } = new URL((await page.request.get('/api/configuration')).url());
  const data = { EmailAddress: email, Password: DEMO_PASSWORD };
  const answer = await page.request.post('/api/login', { data, headers: { origin } });
  expect((await answer.json()).result).toBe(1);
  return origin;
}

/** Signs in with the form in the header, which leads to the person's first screen. */
export async function signInByForm(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/');
  await submitLogin(page, email, password);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
}

export async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  const form = page.getByRole('banner').getByRole('form', { name: 'Login' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Login' }).click();
}

/** Collects the errors in a browser's console, refusals of the content security policy included. */
export function watchConsole(page: Page): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  return troubles;
}
