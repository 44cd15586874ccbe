import { expect, test } from '@playwright/test';
import { signInByForm } from './support/pages';

test('where the servers are traced, the calls of a screen carry their trace, and the page reports its spans', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/configuration', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), traced: true } });
  });
  await signInByForm(page, 'affiliate@example.com');
  // A screen's first call may be preloaded by the browser, before tracing has begun; every later one carries a trace.
  const call = page.waitForRequest(
    (request) => request.url().includes('/api/') && 'traceparent' in request.headers(),
  );
  const reported = page.waitForResponse('**/api/browser-traces');
  await page.goto('/dashboard');
  expect((await call).headers().traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  // What the web server takes in is nothing but spans.
  expect((await reported).status()).toBe(204);
});
