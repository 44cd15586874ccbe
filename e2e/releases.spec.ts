import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn } from './support/pages';
import { ownDemo } from './support/system';

/** Remotes released by themselves while pages are open (docs/DEPLOY.md, Remotes one by one). */
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const ROOT = resolve(__dirname, '..');
/** A text of the contact screen, which is loaded when it is opened. */
const HEADING = 'How can we help you? We answer by email.';
const { writeReleaseFile } = createRequire(__filename)(join(ROOT, 'packages/build/release-file.cjs'));
const PRODUCT: string = createRequire(__filename)(join(ROOT, 'package.json')).version;

const system = ownDemo('releases');

/** A build of the affiliates' remote whose contact screen says something else. @returns its folder */
function buildWith(text: string): string {
  const folder = join(system().dataDir, `build-${text.replace(/\W/g, '-')}`);
  cpSync(join(ROOT, 'mfe-affiliate/dist'), folder, { recursive: true });
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = before.replaceAll(HEADING, text);
    if (after === before) continue;
    writeFileSync(join(folder, file), after);
    for (const packed of ['br', 'gz']) rmSync(join(folder, `${file}.${packed}`), { force: true });
  }
  writeReleaseFile(folder, PRODUCT);
  return folder;
}

/** The command that a person has. @returns what it printed */
function release(...args: string[]): string {
  const script = join(ROOT, 'scripts/release-remote.mjs');
  return execFileSync(process.execPath, [script, 'affiliate', '--data', system().dataDir, ...args], {
    cwd: system().dataDir,
    env: system().env,
    encoding: 'utf8',
  });
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')).version;

/** Opens the FAQ as another visitor, one with this number. */
async function visitor(browser: Browser, number?: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: system().url });
  const cookie = { name: 'partnerdesk-share', url: system().url, value: String(number) };
  if (number !== undefined) await context.addCookies([cookie]);
  const page = await context.newPage();
  await page.goto('/faq');
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible();
  return page;
}

/** Goes to the contact screen, whose code the page has not loaded yet. */
async function expectContact(page: Page, text: string): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByText(text)).toBeVisible();
}

async function expectForNext(browser: Browser, text: string, number?: number): Promise<void> {
  const page = await visitor(browser, number);
  await expectContact(page, text);
  await page.reload();
  await expect(page.getByText(text)).toBeVisible();
  await page.context().close();
}

const FIRST = 'The first release';
const SECOND = 'The second release';
const TROUBLE = 'This part of the site cannot be shown right now.';

test('the next visitor gets a release, a page that is open goes on with its own build', async ({
  browser,
}) => {
  const open = await visitor(browser);
  const folder = buildWith(FIRST);
  expect(release('--from', folder)).toContain(`${versionOf(folder)}  100 % of the visitors`);
  await expectForNext(browser, FIRST);
  await expectContact(open, HEADING);
  await open.reload();
  await expect(open.getByText(FIRST)).toBeVisible();
});

test('a share of the visitors gets the next one and keeps it; rolled back, nobody gets it', {
  tag: '@long',
}, async ({ browser }) => {
  release('--from', buildWith(SECOND), '--share', '30');
  await expectForNext(browser, SECOND, 29);
  await expectForNext(browser, FIRST, 30);
  const open = await visitor(browser, 29);
  release('--back');
  await expectForNext(browser, FIRST, 29);
  await expectContact(open, SECOND);
  release('--use', versionOf(buildWith(SECOND)));
  await expectForNext(browser, SECOND, 30);
});

test('a page whose build is gone loads once more and has the one in use', { tag: '@long' }, async ({
  browser,
}) => {
  const open = await visitor(browser);
  release('--back');
  // As after a week.
  rmSync(join(system().dataDir, 'releases/affiliate', versionOf(buildWith(SECOND))), { recursive: true });
  let loads = 0;
  open.on('load', () => {
    loads += 1;
  });
  await expectContact(open, FIRST);
  expect(loads).toBe(1);
});

test('a file that is missing from the build in use costs its screen only, and no page is loaded again', async ({
  browser,
}) => {
  const page = await visitor(browser);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route(/\/remotes\/affiliate\/[^/]+\/\d+\./, (route) => route.fulfill({ status: 404 }));
  const asked = page.waitForResponse('**/api/configuration');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await asked;
  await expect(page.getByText(TROUBLE)).toBeVisible();
  expect(loads).toBe(0);
});

test('an entry that is not the released one does not run', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: system().url });
  const page = await context.newPage();
  await page.route(/\/remotes\/affiliate\/.*\/entry\./, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n;window.foreign = true;` });
  });
  await page.goto('/faq');
  await expect(page.getByText(TROUBLE)).toBeVisible();
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false);
});

test('the office sees which builds run and how many pages loaded them', async ({ browser }) => {
  const page = await visitor(browser);
  await page.goto('about:blank');
  const office = await (await browser.newContext({ baseURL: system().url })).newPage();
  await signIn(office, 'admin@example.com');
  await expect
    .poll(async () => {
      await office.goto('/releases');
      return office
        .getByRole('row', { name: /In use.*100%/ })
        .filter({ hasText: versionOf(buildWith(FIRST)) })
        .textContent();
    })
    .toMatch(/affiliate.*In use100%.*[1-9]\d*/);
});
