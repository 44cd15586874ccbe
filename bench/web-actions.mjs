import { addEntries, addPeople, fillQueue, QUEUE } from './data.mjs';
import { median, report } from './frame.mjs';

/** From an action to the next paint, ms. */
const GOAL_MS = 100;
/** Each action is measured so often; its median counts. */
const ROUNDS = 5;
/** Pixels a frame, for so many ms: a fast hand. */
const SCROLL = { step: 60, ms: 5000 };
/** What an action has set off comes to rest before the next one. */
const REST_MS = 250;
/** Beyond the ids of the demo. */
const FIRST_PERSON = 100_001;
/** The day through which the payroll is generated: the bench's people have earned by then. */
const END_DATE = '03/31/2026';

const key = (name) => (page) => page.keyboard.press(name);
const button = (name) => (page) => page.getByRole('main').getByRole('button', { name }).first().click();
const box = (name) => (page) => page.getByRole('checkbox', { name }).first().click();

/** In the order in which a moderator does them; each finds what the one before has left. */
const MODERATION = [
  ['open the next picture', key('j')],
  ['go on to the next one', key('j')],
  ['approve', key('a')],
  ['undo', key('u')],
  ['ask for the reason to reject', key('r')],
  ['reject for a reason', key('3')],
  ['hide', key('h')],
  ['go back', key('k')],
  ['close the picture', key('Escape')],
  ['select a picture', box()],
  ['clear the selection', button('Clear')],
  ['blur', button('Blur')],
  ['blur no more', button('Blur')],
  ['gray', button('Gray')],
  ['gray no more', button('Gray')],
  ['newest first', (page) => page.getByLabel('Order').press('ArrowDown')],
  ['oldest first', (page) => page.getByLabel('Order').press('ArrowUp')],
  ['refresh', button('Refresh')],
];

const PAYROLL = [
  ['select a row', box(/^Select (?!all)/)],
  ['select all rows', box('Select all')],
  ['ask to execute them', button(/^Execute selected/)],
  ['cancel', key('Escape')],
  ['select none', box('Select all')],
  ['filter by payment type', button(/^PayPal/)],
  ['filter by another', button(/^Unknown/)],
  ['filter no more', button(/^All types/)],
  ['open a payee', (page) => page.locator('[data-payee]').first().click()],
  ['close the payee', button('Close payee')],
  ['open the entries of a row', button(/^Entries of /)],
  ['close the entries', key('Escape')],
];

/** The time from each action of the moderator and of the clerk to the next paint, as the browser's Event Timing reports it. */
export async function measureActions(bench) {
  const { domain, start, url } = bench;
  const { pictures, persons } = bench.values;
  await fillQueue(bench, pictures);
  await addPeople(domain, { affiliates: persons, first: FIRST_PERSON });
  await addEntries(domain, persons, { to: 1, first: FIRST_PERSON });
  const page = await start.page(url, 'admin');
  await page.addInitScript(noteInteractions);

  await page.goto(`${url}${QUEUE.path}`);
  await page.waitForFunction(() => document.querySelector('img[src*="/thumbs/"]')?.naturalWidth > 0);
  await measure(page, MODERATION, `${pictures} pictures`);
  report(`${pictures} pictures: scrolling`, await page.evaluate(scroll, SCROLL), 'frames/s', { atLeast: 55 });

  await page.goto(`${url}/affiliate-payroll`);
  await page.getByLabel(/^End date/).fill(END_DATE);
  await page.getByRole('button', { name: 'Generate Payroll' }).click();
  await page.locator('[data-payee]').first().waitFor({ timeout: 120_000 });
  await measure(page, PAYROLL, `${persons} rows`);
  await page.close();
}

/** Runs in the page from its start: keeps the longest of each interaction's events. */
export function noteInteractions() {
  const interactions = [];
  Object.assign(window, { interactions });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

async function measure(page, actions, where) {
  const times = new Map(actions.map(([what]) => [what, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [what, act] of actions) {
      times.get(what).push(await untilPaint(page, act));
      await page.waitForTimeout(REST_MS);
    }
  for (const [what, each] of times) report(`${where}: ${what}`, median(each), 'ms', { atMost: GOAL_MS });
}

/** Does something in a page that notes interactions. @returns ms until the next paint */
export async function untilPaint(page, act) {
  await page.evaluate(() => window.interactions.splice(0));
  await act(page);
  return page.evaluate(longest);
}

/**
 * Runs in the page. An event is reported after the frame that follows it is painted; what took less than the least that
 * is reported counts as 16 ms.
 */
async function longest() {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  await frame();
  await new Promise((done) => requestIdleCallback(done));
  return Math.max(16, ...window.interactions);
}

/** Runs in the page. @returns frames a second */
async function scroll({ step, ms }) {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const began = await frame();
  for (let frames = 1, now = began; ; frames += 1) {
    document.scrollingElement.scrollTop += step;
    now = await frame();
    if (now - began > ms) return (frames * 1000) / (now - began);
  }
}
