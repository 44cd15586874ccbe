import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/lib/browser.mjs';
import { buildAll } from '../scripts/lib/builds.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { run } from '../scripts/lib/run.mjs';
import { report } from './figures.mjs';
import { startSystem } from './queue-data.mjs';
import { measureActions } from './web-actions.mjs';
import { measureLoads } from './web-loads.mjs';
import { measureSizes } from './web-sizes.mjs';

const USAGE = `Measures what a person feels of the web app's speed, in Chromium over a whole system of its own: first
content of /dashboard beside the same app bundled as one, what comes over the wire, /dashboard on a slow line, and from
each action to the next paint on a queue of 50,000 pictures and a payroll of 10,000 rows. Prints each figure and its
goal; exit code 1 when one is missed.

  npm run bench:web -- [--runs N] [--pictures N] [--persons N] [--only sizes|loads|actions]`;

/** @typedef {import('./figures.mjs').Figure} Figure */

runMain(async () => {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '9' },
      pictures: { type: 'string', default: '50000' },
      persons: { type: 'string', default: '10000' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const wants = (/** @type {string} */ part) => !values.only || values.only === part;
  await buildAll((name, seconds) => console.log(`Built ${name} in ${seconds.toFixed(1)} s`));
  const missed = [];
  if (wants('sizes')) missed.push(...print(measureSizes()));
  if (wants('loads') || wants('actions')) {
    if (wants('loads')) await buildBundled();
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-web-'));
    const system = await startSystem(dataDir);
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    });
    try {
      if (wants('loads')) missed.push(...print(await measureLoads(browser, dataDir, Number(values.runs))));
      if (wants('actions')) {
        const sizes = { pictures: Number(values.pictures), persons: Number(values.persons) };
        missed.push(...print(await measureActions(browser, { url: system.url, dataDir, ...sizes })));
      }
    } finally {
      await browser.close();
      await system.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return missed.length === 0 ? 0 : 1;
});

/** The remotes imported by the shell, in a folder of its own. */
function buildBundled() {
  return run(
    'The build in one bundle',
    process.execPath,
    [
      inRoot('node_modules', 'webpack', 'bin', 'webpack.js'),
      '--config',
      inRoot('bench', 'bundled.webpack.cjs'),
    ],
    { cwd: inRoot('shell'), env: { ...process.env, NODE_ENV: 'production' } },
  );
}

/**
 * @param {Figure[]} figures
 * @returns {Figure[]} those that miss their goal
 */
function print(figures) {
  return figures.filter((figure) => !report(figure));
}
