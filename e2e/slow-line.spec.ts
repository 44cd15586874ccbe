import { expect, test } from '@playwright/test';
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
