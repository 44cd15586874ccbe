import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTestPrograms, findChromium, findFirefox } from './browser.mjs';
import { buildAll } from './builds.mjs';
import { printFailure } from './failure.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { countJest, countPlaywright, repeatedTitles } from './test-results.mjs';

const JEST_REPORT = inRoot('test-results', 'jest.json');
const E2E_REPORT = inRoot('test-results', 'e2e.json');

const IN_MEMORY = '/dev/shm';
/** Bytes that the tests' folder may have to itself. */
const MEMORY_FOR_TESTS = 8 * 1024 ** 3;

/** @param {...string} names below node_modules */
const tool = (...names) => inRoot('node_modules', ...names);

/** Each runs whatever the others found, so that one run reports everything that is wrong. */
const CHECKS = [
  { name: 'lint', args: [tool('@biomejs', 'biome', 'bin', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [inRoot('scripts', 'check-types.mjs')] },
  { name: 'imports', args: [inRoot('scripts', 'check-imports.mjs')] },
  {
    name: 'unit and API tests',
    args: [
      // Room for young objects (MB): an eighth less time goes into collecting them. Jest passes it on to its workers.
      '--max-semi-space-size=64',
      tool('jest', 'bin', 'jest.js'),
      '--ci',
      '--maxWorkers=100%',
      `--cacheDirectory=${tool('.cache', 'jest')}`,
      '--json',
      `--outputFile=${JEST_REPORT}`,
    ],
    count: () => countJest(JEST_REPORT),
  },
  {
    name: 'browser tests',
    args: [tool('@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    count: () => countPlaywright(E2E_REPORT),
  },
];

/**
 * Sets up what is missing and checks everything. The last line that it prints is the tests' figures.
 * @returns {Promise<number>} exit code: 1 when anything failed or no test ran
 */
export async function verify() {
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const broken = [];
  // What tests leave in the folder for temporary files goes with the run.
  const temporary = mkdtempSync(join(folderForTests(), 'partnerdesk-verify-'));
  try {
    await prepare();
    for (const { name, args, count } of CHECKS) {
      if (!(await passes(name, args, temporary))) broken.push(name);
      const { passed, failed } = count?.() ?? { passed: 0, failed: 0 };
      total.passed += passed;
      total.failed += failed;
    }
  } catch (error) {
    printFailure(error);
    broken.push('setting up');
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  const repeated = repeatedTitles(JEST_REPORT);
  for (const line of repeated) console.log(`Several tests have this title: ${line}`);
  if (repeated.length) broken.push('titles of tests');
  if (broken.length) console.log(`\nNot in order: ${broken.join(', ')}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return broken.length || total.failed || !total.passed ? 1 : 0;
}

/**
 * In memory, if there is plenty: most of the time of tests that write goes into waiting for the disk. Processes that are
 * killed lose nothing by it; a machine that loses its power is no test.
 */
function folderForTests() {
  if (freemem() < MEMORY_FOR_TESTS) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < MEMORY_FOR_TESTS ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

async function prepare() {
  heading('setting up');
  await ensureInstalled(undefined, console.log);
  await ensureTestPrograms(console.log);
  await buildAll((name, seconds) => console.log(`Built ${name} in ${seconds.toFixed(1)} s`));
  rmSync(inRoot('test-results'), { recursive: true, force: true });
  mkdirSync(inRoot('test-results'));
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {string} temporary folder for its temporary files
 */
async function passes(name, args, temporary) {
  heading(name);
  const env = {
    ...process.env,
    TMPDIR: temporary,
    PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_REPORT,
    CHROMIUM_PATH: findChromium(),
    FIREFOX_PATH: findFirefox(),
  };
  try {
    await run(name, process.execPath, args, { env, show: true });
    return true;
  } catch (error) {
    printFailure(error);
    return false;
  }
}

/** @param {string} name */
function heading(name) {
  console.log(`\n── ${name}`);
}
