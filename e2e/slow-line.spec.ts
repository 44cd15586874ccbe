import { expect, test } from '@playwright/test';
import { signIn } from './support/pages';
import { expectContactShown, FILE_OF_REMOTE, slowProxy } from './support/slow-proxy';

const DELAY_MS = 5000;

test('a remote whose files take 5 s each is shown, without a word of trouble', async ({ page, baseURL }) => {
  const proxy = await slowProxy(String(baseURL), (path) =>
    FILE_OF_REMOTE.test(path) ? { delayMs: DELAY_MS } : undefined,
  );
  try {
    await expectContactShown(page, proxy.url);
    expect(proxy.asked.filter((path) => FILE_OF_REMOTE.test(path)).length).toBeGreaterThanOrEqual(4);
  } finally {
    await proxy.close();
  }
});

test('the document asks for all that the dashboard’s first figures wait for', async ({ page }) => {
  await signIn(page, 'affiliate@example.com');
  const summary = page.getByRole('region', { name: 'Payout summary' });
  // What is asked for depends on whom the browser knows from before.
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto('/dashboard');
    await expect(summary).toContainText('$');
  }
  const listed = async (address: string) => (await page.request.get(address)).json();
  const { '/dashboard': files } = await listed('/remotes/affiliate/screens.json');
  const asked = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  );
  const needed = [
    ...['/api/quick-statistics', '/api/affiliate-activity', '/api/affiliate-balance'],
    ...files.map((file: string) => `/remotes/affiliate/${file}`),
  ];
  expect(needed.filter((file) => !asked.includes(file))).toEqual([]);
  // What the remote's entry would ask for one after the other is started beside it.
  const started = await page.evaluate(() => [...document.scripts].map(({ src }) => new URL(src).pathname));
  const parts = files.filter((file: string) => /^(?!entry).*\.js$/.test(file));
  expect(started).toEqual(expect.arrayContaining(parts.map((file: string) => `/remotes/affiliate/${file}`)));
});
