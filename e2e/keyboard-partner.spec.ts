import { PERIOD } from '@partnerdesk/contracts';
import { expect, type Page, test } from '@playwright/test';
import { expectHeard, noteAnnouncements, pressOn, readAloud, tabTo, typeInto } from './support/keyboard';
import { signIn } from './support/pages';

/** The screens on which partners build, without a pointer and on a phone. */
test.beforeEach(({ page }) => page.addInitScript(noteAnnouncements));

const AFFILIATE = 'affiliate@example.com';
const PHONE = { width: 390, height: 844 };

const WRONG_ADDRESSES = [
  ['https://tracker.example/?x={sub9}', 'There is no macro {sub9}'],
  ['http://tracker.example/', 'The address must start with https://'],
  ['https://me:secret@tracker.example/', 'The address must not have a user name or password'],
  ['https://192.168.1.20/p', 'The address leads to a private network'],
] as const;

/** Opens a screen on a phone. */
async function open(page: Page, path: string, email = AFFILIATE): Promise<void> {
  await signIn(page, email);
  await page.setViewportSize(PHONE);
  await page.goto(path);
}

/** No table, no page and no line to copy is wider than the phone. */
async function expectNothingCut(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.pd-table-frame, .pd-copy-box code')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((each) => each.getAttribute('aria-label') ?? each.tagName),
  );
  expect(wide).toEqual([]);
}

test('reports open on this month, are grouped otherwise and saved by keyboard', async ({ page }) => {
  await open(page, '/reports?by=source');
  await expect(page.getByLabel('Period')).toHaveValue(String(PERIOD.thisMonth));
  await tabTo(page, 'combobox', 'Period');
  await page.keyboard.type('Last Month');
  await expect(page.getByRole('table', { name: 'Links by source' })).toBeVisible();
  await expectNothingCut(page);
  await pressOn(page, 'button', 'Day');
  await expect(page.getByRole('table', { name: 'Links by day' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Day', exact: true })).toBeFocused();
  await expectNothingCut(page);
  const download = page.waitForEvent('download');
  await pressOn(page, 'button', 'Export CSV');
  expect((await download).suggestedFilename()).toMatch(/^links-by-day-.*\.csv$/);
  await readAloud(page);
});

test('a link is built, shown as a code and saved as a campaign by keyboard', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/promo-tools');
  await expect(page.getByRole('form', { name: 'Tracking-source link' })).toBeVisible();
  await typeInto(page, /^Source id/, 'keys');
  // The next stop opens the sub-ids.
  await tabTo(page, 'combobox', /^Landing page/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await typeInto(page, /^Sub-id s1/, 'ad-7');
  await expect(page.getByText(/\?tid=keys&s1=ad-7$/).first()).toBeVisible();
  // On the way lie the video and its controls: at each the focus is seen.
  await tabTo(page, 'link', 'Download the video');
  await pressOn(page, 'button', 'Show QR code');
  await expect(page.getByRole('button', { name: 'Hide QR code' })).toBeFocused();
  await pressOn(page, 'button', 'Save campaign');
  await expectHeard(page, 'Please enter a name');
  await expect(page.getByLabel('Campaign name')).toBeFocused();
  await page.keyboard.type(`Keys ${Date.now()}`);
  await page.keyboard.press('Enter');
  await expectHeard(page, 'Campaign saved');
  await expectNothingCut(page);
});

test('a postback is saved and tried by keyboard; a wrong address is heard', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/postbacks');
  const address = page.getByRole('textbox', { name: 'Address' });
  await tabTo(page, 'textbox', /^Address/);
  for (const [wrong, text] of WRONG_ADDRESSES) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(wrong);
    await page.keyboard.press('Enter');
    await expect(address).toHaveAccessibleDescription(text);
    await expect(address).toBeFocused();
    // Read with the field that has the focus; a banner would only say that something is wrong.
    await expect(page.getByRole('alert')).toHaveText('');
  }
  await page.keyboard.press('Control+a');
  await page.keyboard.type('https://tracker.example/?id={id}');
  await page.keyboard.press('Enter');
  await expectHeard(page, 'Your postback is on');
  await pressOn(page, 'button', /test/i);
  await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible();
  await expectNothingCut(page);
  await readAloud(page);
});

test('a key is made, read once and revoked by keyboard', { tag: '@long' }, async ({ page }) => {
  await open(page, '/developers');
  const name = `Keys ${Date.now()}`;
  await typeInto(page, /^Name/, name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^pdk_[0-9a-f]{16}_/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Keys' })).toBeVisible();
  await expectNothingCut(page);
  await pressOn(page, 'button', `Revoke ${name}`);
  await expect(page.getByText(name, { exact: true })).toBeHidden();
});

test('a group of commissions is added and opened by keyboard; the focus comes back', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '/commission-groups', 'admin@example.com');
  await pressOn(page, 'button', 'New group');
  const name = `Keys ${Date.now()}`;
  await typeInto(page, /^Name/, name);
  await typeInto(page, /^Commission %/, '30');
  await page.keyboard.press('Enter');
  await expectHeard(page, 'The group has been added');
  await expect(page.getByRole('table', { name: 'Commission groups' })).toBeVisible();
  await expectNothingCut(page);
  await pressOn(page, 'button', name);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCut(page);
  await readAloud(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name })).toBeFocused();
});
