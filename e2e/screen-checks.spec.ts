import { isAddressOf, REMOTE_SCREENS, type ScreenInfo, SHELL_SCREENS } from '@partnerdesk/contracts';
import { expect, test } from '@playwright/test';
import { emptied, overfull } from './support/answers';
import { accessFaults, layoutFaults } from './support/screen-faults';
import { SCREENS } from './support/screens';
import { noteShifts } from './support/visits';

const GOOD =
  '<style>button { height: 30px }</style><h1>Title</h1><p>Some text with <a href="/x">a link</a> in it.</p><p><button>Press</button></p>';

/** Fault → a page that has it, and what reports it. */
const PLANTED: [fault: string, html: string][] = [
  ['the page scrolls sideways', '<p style="width: 1500px">Wide</p>'],
  ['text outside the frame', '<p style="margin-left: -40px">Left of the page</p>'],
  ['text is cut off', '<p style="overflow: hidden; height: 10px">Cut off</p>'],
  [
    'text is cut off',
    '<p style="overflow: hidden; width: 5em; white-space: nowrap; text-overflow: ellipsis">A long text without a title</p>',
  ],
  ['texts overlap', '<p style="margin-bottom: -18px">One text</p><p style="margin-top: 0">Another text</p>'],
  ['a control under 24 px', '<p><button style="height: 20px; padding: 0">Press</button></p>'],
  ['a control is outside the frame', '<button style="position: absolute; left: -20px">Press</button>'],
  [
    'a control is cut off',
    '<div style="overflow: hidden; height: 12px"><button style="height: 30px">Press</button></div>',
  ],
  [
    'controls overlap',
    '<button style="height: 40px">Press</button><button style="height: 40px; margin-left: -20px">Press</button>',
  ],
  [
    'a scroller within the page',
    '<p style="height: 1000px">High</p><div style="overflow-y: auto; height: 40px"><p>One</p><p>Two</p><p>Three</p></div>',
  ],
  [
    'floats out of view',
    '<p class="pd-alert" style="position: fixed; left: 0; top: -20px; margin: 0">Saved</p>',
  ],
  [
    'floats out of view',
    '<div role="dialog" aria-label="D" style="position: absolute; right: 0; bottom: -60px">Text</div>',
  ],
  [
    'covers the focus',
    // By a script: `autofocus` comes some time after.
    '<button id="save">Save</button><p class="pd-alert" style="margin: -30px 0 0; background: #fff">Saved</p><script>document.getElementById("save").focus()</script>',
  ],
  [
    'an alert behind a dialog',
    '<p class="pd-alert">Saved</p><dialog aria-label="D"><p>Text</p></dialog><script>document.querySelector("dialog").showModal()</script>',
  ],
  [
    'an alert over its dialog',
    '<dialog aria-label="D"><button>Save</button><p class="pd-alert">Saved</p></dialog><script>document.querySelector("dialog").showModal()</script>',
  ],
  [
    'an alert away from the lower edge',
    '<p class="pd-alert" style="position: fixed; left: 0; top: 0; margin: 0">Saved</p>',
  ],
  [
    'an alert over the frame',
    '<div class="pd-foot" style="position: fixed; inset: auto 0 0; height: 40px">Approve</div><p class="pd-alert" style="position: fixed; bottom: 8px; margin: 0; background: #fff">Saved</p>',
  ],
  [
    'an alert over the frame',
    '<header class="sh-header">Bar</header><p class="pd-alert" style="margin-top: -20px; background: #fff">Saved</p>',
  ],
  ['color-contrast', '<p style="color: #aaa; background: #fff">Pale</p>'],
];

test('the checks pass a page in order and find each fault that is planted in it', async ({ page }) => {
  await page.addInitScript(noteShifts);
  const found = async (html: string) => {
    await page.setContent(`<html lang="en"><title>T</title><body>${html}</body></html>`);
    return [...(await layoutFaults(page)), ...(await accessFaults(page))];
  };
  expect(await found(GOOD)).toEqual([]);
  for (const [fault, html] of PLANTED)
    expect(await found(GOOD + html), html).toContainEqual(expect.stringContaining(fault));
});

test('a page that moves after it was shown is found', async ({ page, baseURL }) => {
  await page.addInitScript(noteShifts);
  await page.route('**/moves', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<html lang="en"><title>T</title><p style="height: 400px; background: silver">Text</p><script>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
          document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 200px' }));
        })));
      </script></html>`,
    }),
  );
  await page.goto(`${baseURL}/moves`);
  await expect.poll(() => layoutFaults(page)).toEqual([expect.stringMatching(/^layout shift 0\.\d+: p/)]);
});

test('every path of the product is among the screens that are walked', () => {
  const walked = SCREENS.map(({ path }) => path.split('?')[0] ?? '');
  const screens = [SHELL_SCREENS, ...Object.values(REMOTE_SCREENS)].flatMap((each): ScreenInfo[] =>
    Object.values(each),
  );
  expect(screens.filter((screen) => !walked.some((path) => isAddressOf(screen, path)))).toEqual([]);
});

test('an answer without rows and one with too many keep their shape', () => {
  const answer = {
    rows: [
      { affID: 1, firstName: 'Ann', amount: 2.5 },
      { affID: 2, firstName: 'Bo', amount: 1 },
    ],
    total: 3,
  };
  expect(emptied(answer)).toEqual({ rows: [], total: 0 });
  const { rows } = overfull(answer) as { rows: { affID: number; firstName: string; amount: number }[] };
  expect(new Set(rows.map(({ affID }) => affID)).size).toBe(120);
  expect(rows[2]).toEqual({
    affID: 200_001,
    firstName: expect.stringMatching(/^Ann \w{20}/),
    amount: 25_000,
  });
});
