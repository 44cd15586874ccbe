import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn, watchConsole } from './support/pages';
import { ownDemo } from './support/system';

/** A payroll is one page: from the office's dashboard to the files that are sent to the bank and to PayPal. */
test.describe.configure({ mode: 'serial', timeout: 180_000 });

// What is typed for a large sum is no click, and not what is counted here.
const system = ownDemo('payroll-page', { PAYROLL_CONFIRM_OVER: '100000000' });

async function clerkOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: system().url,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  await signIn(page, 'payroll@example.com');
  return page;
}

const head = (page: Page) => page.getByRole('region', { name: 'State of the payroll' });

/** Counts the clicks and the scrolling of a page from now on. */
async function watchEffort(page: Page): Promise<() => Promise<{ clicks: number; scrolled: number }>> {
  await page.exposeFunction('pdClicked', () => {
    clicks += 1;
  });
  let clicks = 0;
  await page.addInitScript(() => {
    const { pdClicked } = window as unknown as { pdClicked: () => void };
    // A link that the page itself presses has a browser download, and is nobody's click.
    addEventListener('click', (event) => event.isTrusted && pdClicked(), true);
  });
  return async () => ({ clicks, scrolled: await page.evaluate(() => window.scrollY) });
}

/** Waits for the files, as long as a worker takes beside other tests. @returns the button that downloads them */
async function bothMade(page: Page) {
  const download = head(page).getByRole('button', { name: 'Download 2 files' });
  await download.waitFor({ timeout: 60_000 });
  return download;
}

/** Waits for the downloads of both files. @returns their names */
async function bothFiles(page: Page, press: () => Promise<void>): Promise<string[]> {
  const names: string[] = [];
  const contents: string[] = [];
  const both = new Promise<void>((resolve) => {
    page.on('download', (download) => {
      names.push(download.suggestedFilename());
      void download
        .path()
        .then((path) => readFile(path, 'utf8'))
        .then((text) => contents.push(text) === 2 && resolve());
    });
  });
  await press();
  await both;
  for (const text of contents) expect(text.length).toBeGreaterThan(50);
  return names.sort();
}

test('four clicks from the dashboard to both files, with nothing to scroll to; a second clerk’s page moves', async ({
  browser,
}) => {
  const clerk = await clerkOf(browser);
  const second = await clerkOf(browser);
  const troubles = [watchConsole(clerk), watchConsole(second)];
  const effort = await watchEffort(clerk);
  await clerk.goto('/dashboard');
  await clerk.getByRole('main').getByRole('link', { name: 'Pay affiliates' }).click();
  await expect(head(clerk)).toContainText('Ready');
  await second.goto(new URL(clerk.url()).pathname);
  await expect(head(second)).toContainText('Ready');

  const execute = head(clerk).getByRole('button', { name: 'Execute and make the files' });
  await expect(execute).toBeInViewport({ ratio: 1 });
  await execute.click();
  const confirm = clerk.getByRole('dialog').getByRole('button', { name: 'Execute and make the files' });
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await expect(confirm).toBeInViewport({ ratio: 1 });
  await confirm.click();

  const download = await bothMade(clerk);
  await expect(download).toBeInViewport({ ratio: 1 });
  await expect(head(second)).toContainText('Files made');
  const names = await bothFiles(clerk, () => download.click());
  expect(names).toEqual([
    expect.stringMatching(/^nacha-.*\.ach$/),
    expect.stringMatching(/^paypal-.*\.csv$/),
  ]);
  expect(await effort()).toEqual({ clicks: 4, scrolled: 0 });

  await expect(head(clerk)).toContainText('Files downloaded');
  await expect(head(second)).toContainText('Files downloaded');
  const course = second.getByRole('list', { name: 'History of the payroll' });
  await expect(course.getByRole('listitem')).toHaveCount(5);
  await expect(course).toContainText('by payroll@example.com');
  await clerk.reload();
  await expect(head(clerk)).toContainText('Files downloaded');

  await head(clerk).getByRole('button', { name: 'Mark as paid' }).click();
  await clerk.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(course).toContainText('Marked paid');
  expect(troubles).toEqual([[], []]);
  await Promise.all([clerk.context().close(), second.context().close()]);
});

test('the same by the keyboard', { tag: '@long' }, async ({ browser }) => {
  const clerk = await clerkOf(browser);
  const effort = await watchEffort(clerk);
  await clerk.goto('/dashboard');
  const pay = clerk.getByRole('main').getByRole('link', { name: 'Pay operators' });
  const tabTo = async (target: ReturnType<Page['locator']>) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await clerk.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await pay.waitFor();
  await tabTo(pay);
  await clerk.keyboard.press('Enter');
  const execute = head(clerk).getByRole('button', { name: 'Execute and make the files' });
  await execute.waitFor();
  await tabTo(execute);
  await clerk.keyboard.press('Enter');
  const confirm = clerk.getByRole('dialog').getByRole('button', { name: 'Execute and make the files' });
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await tabTo(confirm);
  await clerk.keyboard.press('Enter');
  const download = await bothMade(clerk);
  await tabTo(download);
  const names = await bothFiles(clerk, () => clerk.keyboard.press('Enter'));
  expect(names).toHaveLength(2);
  expect((await effort()).scrolled).toBe(0);
  await clerk.context().close();
});
