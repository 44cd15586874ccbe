import { expect, test } from '@playwright/test';
import { signIn } from './support/pages';

test('where the servers are traced, each call of a page carries its trace, and the page reports its spans', async ({
  page,
}) => {
  await page.route('**/api/configuration', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), traced: true } });
  });
  await signIn(page, 'affiliate@example.com');
  const call = page.waitForRequest('**/api/quick-statistics*');
  const reported = page.waitForResponse('**/api/browser-traces');
  await page.goto('/dashboard');
  expect(await (await call).headerValue('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  // What the web server takes in is nothing but spans.
  expect((await reported).status()).toBe(204);
});
