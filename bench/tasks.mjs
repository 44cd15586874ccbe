import { bench, report, timed } from './frame.mjs';

const about = `Does five tasks as a person does, in Chromium on the demo, each from the dashboard: counts clicks and keys, and takes the
time in which the product does its part. Beside it stand those of the version before payrolls, the performance of affiliates
and the dashboards had their screens (2026-11-25), counted by hand.`;

/** Who does what, in how many clicks at most, and what it took before. */
const TASKS = [
  ['pay all operators, with both files', 'payroll', 5, '13 clicks, as many keys', payOperators],
  ['judge 10 pictures', 'moderator', 1, '1 click, 11 keys', judgePictures],
  ['find and open a member', 'admin', 0, 'no click, 12 keys', openMember],
  ['find the best affiliate of the month', 'admin', 4, 'no screen had it', findBest],
  ['copy a link with a source', 'affiliate', 3, '3 clicks, 10 keys', copyLink],
];

/** Of the task under way. */
let clicks = 0;
let keys = 0;

bench('tasks', { about, needs: 'system' }, async ({ start, url }) => {
  const rows = {};
  for (const [what, who, atMost, before, act] of TASKS) {
    const page = await start.page(url, who);
    await page.goto(`${url}/dashboard`);
    await main(page).getByRole('link').first().waitFor();
    [clicks, keys] = [0, 0];
    const seconds = (await timed(() => act(page))) / 1000;
    report(`${what}: clicks`, clicks, '', { atMost, against: `before: ${before}` });
    report(`${what}: keys`, keys, '');
    report(`${what}: time`, seconds, 's');
    rows[what] = { clicks, keys, seconds: seconds.toFixed(1), before };
    await page.close();
  }
  console.table(rows);
});

const main = (page) => page.getByRole('main');

async function click(target) {
  clicks += 1;
  await target.click();
}

async function press(page, ...names) {
  keys += names.length;
  for (const name of names) await page.keyboard.press(name);
}

async function payOperators(page) {
  const execute = { name: 'Execute and make the files' };
  const dialog = page.getByRole('dialog');
  await click(main(page).getByRole('link', { name: 'Pay operators' }));
  await click(main(page).getByRole('button', execute));
  const sum = await dialog.getByText(/^\$[\d,.]+$/).textContent();
  const typed = dialog.getByLabel(/^Type /);
  // A large one is typed.
  if (await typed.isVisible()) {
    await click(typed);
    await press(page, ...sum.replace(/[$,]/g, ''));
  }
  await click(dialog.getByRole('button', execute));
  const files = [page.waitForEvent('download')];
  page.once('download', () => files.push(page.waitForEvent('download')));
  await click(main(page).getByRole('button', { name: 'Download 2 files' }));
  for (const file of files) await (await file).path();
}

async function judgePictures(page) {
  const viewer = page.getByRole('region', { name: /^Photo \d+$/ });
  await click(main(page).getByRole('link', { name: 'Gallery pictures' }));
  await main(page).getByRole('checkbox').first().waitFor();
  await press(page, 'j');
  for (let judged = 0; judged < 10; judged += 1) {
    await viewer.getByText('History').waitFor();
    const shown = page.getByRole('region', { name: await viewer.getAttribute('aria-label'), exact: true });
    await press(page, 'a');
    await shown.waitFor({ state: 'detached' });
  }
}

async function openMember(page) {
  await press(page, 'Control+k', ...'member1499');
  await page.getByRole('option', { name: /member1499/ }).waitFor();
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'member1499' }).waitFor();
}

async function findBest(page) {
  await click(page.locator('a[href="/affiliates"]').first());
  await click(main(page).getByRole('link', { name: 'Best of 30 days' }));
  const period = main(page).getByLabel('Figures of');
  await click(period);
  // A list of the browser's own, in which the second click chooses.
  clicks += 1;
  await period.selectOption('This month');
  await page.waitForURL(/thisMonth/);
  await page.getByRole('table', { name: 'affiliates found', exact: true }).waitFor();
}

async function copyLink(page) {
  await click(main(page).getByRole('link', { name: 'Promo Tools' }));
  await click(main(page).getByLabel('Source id'));
  await press(page, ...'newsletter');
  await click(main(page).getByRole('button', { name: 'Copy tracking-source link' }));
  await main(page).getByText('Copied').first().waitFor();
}
