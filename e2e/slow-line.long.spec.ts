import { expect, test } from '@playwright/test';
import { expectContactShown, FILE_OF_REMOTE, slowProxy } from './support/slow-proxy';

/** It waits for as long as the line takes; in `npm test` it is shell/src/remotes/follow-files.test.ts that shows this. */
test('a file that comes drop by drop, longer than the limit, is waited for and asked for once', async ({
  page,
  baseURL,
}) => {
  let slow: string | undefined;
  const proxy = await slowProxy(String(baseURL), (path) => {
    if (!FILE_OF_REMOTE.test(path) || !/\/\d+\..*\.js$/.test(path)) return undefined;
    slow ??= path;
    return path === slow ? { pieces: 8, pauseMs: 2000 } : undefined;
  });
  try {
    await expectContactShown(page, proxy.url);
    expect(proxy.asked.filter((path) => path === slow)).toHaveLength(1);
  } finally {
    await proxy.close();
  }
});
