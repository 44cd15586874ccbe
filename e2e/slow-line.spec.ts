import { expect, test } from '@playwright/test';
import { slowProxy } from './support/slow-proxy';

const TROUBLE = 'This part of the site cannot be shown right now.';
const FILE_OF_REMOTE = /^\/remotes\/affiliate\//;
const DELAY_MS = 5000;

test('a remote whose files take 5 s each is shown, without a word of trouble', async ({ page, baseURL }) => {
  const proxy = await slowProxy(String(baseURL), (path) =>
    FILE_OF_REMOTE.test(path) ? { delayMs: DELAY_MS } : undefined,
  );
  try {
    await page.goto(`${proxy.url}/contact`);
    const trouble = page.getByText(TROUBLE);
    const form = page.getByLabel('Subject');
    await expect(form.or(trouble)).toBeVisible({ timeout: 45_000 });
    await expect(trouble).toBeHidden();
    expect(proxy.asked.filter((path) => FILE_OF_REMOTE.test(path)).length).toBeGreaterThanOrEqual(4);
  } finally {
    await proxy.close();
  }
});
