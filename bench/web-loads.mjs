import { DEMO_PASSWORD } from '../scripts/lib/demo/load-demo.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { withServices } from '../scripts/lib/services.mjs';
import { startServer } from './web-server.mjs';

/** Federated at most so many times the bundled app; the first figures on a slow line, ms. */
const GOAL = { federated: 1.15, slow: 2200 };
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU = 4;
/** What is waited for: the screen's heading, and its figures, which a skeleton stands in for. */
const CONTENT = 'main h1';
const FIGURES = '.aff-payouts > .pd-figure-cards';

/**
 * First content of /dashboard, federated and bundled as one, with an empty cache and with a filled one; and its first
 * figures on a slow line. Medians; the two sides take turns.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} dataDir of a running system
 * @param {number} runs
 * @returns {Promise<import('./web.mjs').Figure[]>}
 */
export function measureLoads(browser, dataDir, runs) {
  return withServices({ data: dataDir, redis: true }, async ({ env }) => {
    const servers = {
      federated: await startServer(env),
      bundled: await startServer(env, ['--require', inRoot('bench', 'bundled-build.cjs')]),
    };
    try {
      const sides = {
        federated: await openSide(browser, servers.federated.url),
        bundled: await openSide(browser, servers.bundled.url),
      };
      return [...(await compare(sides, runs)), ...(await onSlowLine(sides, runs))];
    } finally {
      for (const { child } of Object.values(servers)) child.kill('SIGTERM');
    }
  });
}

/** @typedef {{ page: import('@playwright/test').Page, cdp: import('@playwright/test').CDPSession, url: string }} Side */

/**
 * A window in which the affiliate has signed in.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @returns {Promise<Side>}
 */
async function openSide(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(noteFirst, { content: CONTENT, figures: FIGURES });
  await page.goto(url);
  const form = page.getByRole('banner').getByRole('form', { name: 'Login' });
  await form.getByLabel('Email').fill('affiliate@example.com');
  await form.getByLabel('Password').fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return { page, cdp: await page.context().newCDPSession(page), url };
}

/**
 * Runs in the page from its start: notes when something is first painted, in ms since the navigation began.
 * @param {Record<string, string>} selectors
 */
function noteFirst(selectors) {
  /** @type {Record<string, number>} */
  const firsts = {};
  Object.assign(window, { firsts });
  const look = () => {
    for (const [name, selector] of Object.entries(selectors)) {
      if (name in firsts || !document.querySelector(selector)) continue;
      firsts[name] = 0;
      // After the frame in which it is painted.
      requestAnimationFrame(() => setTimeout(() => Object.assign(firsts, { [name]: performance.now() })));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/**
 * @param {Side} side
 * @param {{ cold: boolean, until: string }} how
 * @returns {Promise<number>} ms
 */
async function load({ page, cdp, url }, { cold, until }) {
  if (cold) await cdp.send('Network.clearBrowserCache');
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  // Both, so that no load runs into the next one.
  for (const name of ['content', 'figures'])
    await page.waitForFunction((each) => window.firsts?.[each] > 0, name);
  return page.evaluate((name) => window.firsts[name], until);
}

/** @param {Record<string, Side>} sides @param {number} runs */
async function compare(sides, runs) {
  const figures = [];
  for (const cold of [true, false]) {
    /** @type {Record<string, number[]>} */
    const times = { federated: [], bundled: [] };
    // The first of each side is not counted.
    for (let round = 0; round <= runs; round += 1)
      for (const [name, side] of Object.entries(sides)) {
        const ms = await load(side, { cold, until: 'content' });
        if (round > 0) times[name]?.push(ms);
      }
    const [federated, bundled] = [median(times.federated), median(times.bundled)];
    const how = cold ? 'cold' : 'warm';
    figures.push(
      { what: `first content of /dashboard, ${how}, federated`, value: federated, unit: 'ms' },
      { what: `first content of /dashboard, ${how}, bundled as one`, value: bundled, unit: 'ms' },
      {
        what: `federated / bundled, ${how}`,
        value: federated / bundled,
        goal: GOAL.federated,
        unit: '×',
      },
    );
  }
  return figures;
}

/** @param {Record<string, Side>} sides @param {number} runs */
async function onSlowLine(sides, runs) {
  const figures = [];
  for (const [name, side] of Object.entries(sides)) {
    const { cdp } = side;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    const times = [];
    for (let round = 0; round < Math.ceil(runs / 2); round += 1)
      times.push(await load(side, { cold: true, until: 'figures' }));
    const { kB, requests } = await side.page.evaluate(weight);
    figures.push({
      what: `first figures on a slow line, cold, ${name}`,
      value: median(times),
      unit: 'ms',
      ...(name === 'federated' && { goal: GOAL.slow }),
    });
    figures.push({ what: `  all of it, in ${requests} requests`, value: kB, unit: 'kB' });
  }
  return figures;
}

/** Runs in the page. */
function weight() {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  const bytes = entries.reduce((sum, entry) => sum + entry.transferSize, 0);
  return { kB: bytes / 1000, requests: entries.length };
}

/** @param {number[]} [values] */
function median(values = []) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
