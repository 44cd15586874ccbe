import { existsSync, readFileSync, statSync } from 'node:fs';
import { buildAll } from '../scripts/lib/builds.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';
import { workspacesOf } from '../scripts/lib/workspaces.mjs';
import { bench, median, report } from './frame.mjs';
import { measureActions } from './web-actions.mjs';

/** kB of brotli (docs/decisions/federation.md, Weight). */
const WEIGHTS = { js: 125, css: 15, screen: 30 };
/** Federated at most so many times the bundled app; the first figures on a slow line, ms. */
const GOAL = { federated: 1.15, slow: 1800, slowRatio: 0.85 };
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU = 4;
/** What is waited for: the screen's heading, and its figures, which a skeleton stands in for. */
const CONTENT = 'main h1';
const FIGURES = 'section > .aff-payouts';

const about = `Measures what a person feels of the web app's speed, in Chromium over a whole system of its own: first content of
/dashboard beside the same app bundled as one, what comes over the wire, /dashboard on a slow line, and from each action
to the next paint on a queue of 50,000 pictures and a payroll of 10,000 rows, and scrolling that queue. --only sizes, loads or actions.`;
const options = { runs: 9, pictures: 50_000, persons: 10_000, only: ['sizes', 'loads', 'actions'] };
const needs = ({ only }) => (only.join() === 'sizes' ? undefined : 'system');

bench('web', { about, options, needs }, async (the) => {
  const { only } = the.values;
  await buildAll((name, seconds) => console.log(`Built ${name} in ${seconds.toFixed(1)} s`));
  if (only.includes('sizes')) measureSizes();
  if (only.includes('loads')) await measureLoads(the);
  if (only.includes('actions')) await measureActions(the);
});

/** What comes over the wire: the shell's first load, and the heaviest screen of each remote, its entry included. */
function measureSizes() {
  const shell = inRoot('shell', 'dist');
  const html = readFileSync(`${shell}/index.html`, 'utf8');
  const first = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  for (const type of ['js', 'css']) {
    const files = first.filter((name) => name.endsWith(`.${type}`));
    report(`first ${type} of the shell, brotli`, kB(shell, files), 'kB', { atMost: WEIGHTS[type] });
  }
  for (const { path } of workspacesOf()) if (path.startsWith('mfe-')) measureHeaviest(path);
}

function measureHeaviest(remote) {
  const dist = inRoot(remote, 'dist');
  const screens = Object.entries(JSON.parse(readFileSync(`${dist}/screens.json`, 'utf8')));
  const weights = screens.map(([screen, names]) => [screen, kB(dist, names.filter(isFile))]);
  const [[path, weight]] = weights.sort((one, other) => other[1] - one[1]);
  report(`heaviest screen of ${remote}: ${path}`, weight, 'kB', { atMost: WEIGHTS.screen });
}

/** What a screen takes from the shell has a name, too. */
const isFile = (name) => /\.(js|css)$/.test(name);

function kB(folder, names) {
  const sizeOf = (file) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  return names.reduce((sum, name) => sum + sizeOf(`${folder}/${name}`), 0) / 1000;
}

/**
 * First content of /dashboard, federated and bundled as one, with an empty cache and with a filled one; and its first
 * figures on a slow line. Medians; the two sides take turns.
 */
async function measureLoads({ start, values: { runs } }) {
  // The remotes imported by the shell, in a folder of its own.
  const config = inRoot('bench', 'bundled.webpack.cjs');
  const args = [inRoot('node_modules', 'webpack', 'bin', 'webpack.js'), '--config', config];
  const env = { ...process.env, NODE_ENV: 'production' };
  await run('The build in one bundle', process.execPath, args, { cwd: inRoot('shell'), env });
  const federated = await start.server();
  const bundled = await start.server({}, ['--require', inRoot('bench', 'bundled-build.cjs')]);
  const sides = {
    federated: await openSide(start, federated.url),
    bundled: await openSide(start, bundled.url),
  };
  await compare(sides, runs);
  await onSlowLine(sides, runs);
  for (const { page } of Object.values(sides)) await page.close();
}

/** A window in which the affiliate has signed in. */
async function openSide(start, url) {
  const page = await start.page(url, 'affiliate');
  await page.addInitScript(noteFirst, { content: CONTENT, figures: FIGURES });
  return { page, cdp: await page.context().newCDPSession(page), url };
}

/** Runs in the page from its start: notes when something is first painted, in ms since the navigation began. */
function noteFirst(selectors) {
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

/** A load of /dashboard until `content` or `figures` (ms). */
async function load({ page, cdp, url }, { cold, until }) {
  if (cold) await cdp.send('Network.clearBrowserCache');
  await page.goto(`${url}/dashboard`, { waitUntil: 'commit' });
  // Both, so that no load runs into the next one.
  for (const name of ['content', 'figures'])
    await page.waitForFunction((each) => window.firsts?.[each] > 0, name);
  return page.evaluate((name) => window.firsts[name], until);
}

async function compare(sides, runs) {
  for (const cold of [true, false]) {
    const times = { federated: [], bundled: [] };
    // The first of each side is not counted.
    for (let round = 0; round <= runs; round += 1)
      for (const [name, side] of Object.entries(sides)) {
        const ms = await load(side, { cold, until: 'content' });
        if (round > 0) times[name].push(ms);
      }
    const [federated, bundled] = [median(times.federated), median(times.bundled)];
    const how = cold ? 'cold' : 'warm';
    report(`first content of /dashboard, ${how}, federated`, federated, 'ms');
    report(`first content of /dashboard, ${how}, bundled as one`, bundled, 'ms');
    report(`federated / bundled, ${how}`, federated / bundled, '×', { atMost: GOAL.federated });
  }
}

async function onSlowLine(sides, runs) {
  const medians = {};
  for (const [name, side] of Object.entries(sides)) {
    const { cdp } = side;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    const times = [];
    for (let round = 0; round < Math.ceil(runs / 2); round += 1)
      times.push(await load(side, { cold: true, until: 'figures' }));
    medians[name] = median(times);
    const goal = name === 'federated' && { atMost: GOAL.slow };
    report(`first figures on a slow line, cold, ${name}`, medians[name], 'ms', { ...goal });
    const { kB, requests } = await side.page.evaluate(weight);
    report(`  all of it, in ${requests} requests`, kB, 'kB');
  }
  const ratio = medians.federated / medians.bundled;
  report('federated / bundled, slow line', ratio, '×', { atMost: GOAL.slowRatio });
}

function weight() {
  const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
  const bytes = entries.reduce((sum, entry) => sum + entry.transferSize, 0);
  return { kB: bytes / 1000, requests: entries.length };
}
