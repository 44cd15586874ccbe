import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { constants, freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll, ensureInstalled } from './builds.mjs';
import { Failure, printFailure } from './command.mjs';
import { inRoot } from './paths.mjs';
import { findChromium, findFirefox, installTestPrograms } from './programs.mjs';
import { run } from './run.mjs';
import { runJest, runPlaywright } from './runners.mjs';
import { commandOf } from './test-results.mjs';

const IN_MEMORY = '/dev/shm';
/** Bytes that the tests' folder may have to itself. */
const MEMORY_FOR_TESTS = 8 * 1024 ** 3;
const SLOWEST_FILES = 10;
/** Failures with the same message that are listed. */
const FAILURES_ALIKE = 3;

/**
 * One part of a run; a part without tests throws when it fails.
 * @typedef {{ name: string, work: (env: NodeJS.ProcessEnv) => Promise<Partial<import('./test-results.mjs').TestReport> | void> }} Part
 */

/** A Node program below the root as a part, which counts as so many tests. @param {string} name @param {string} file @param {string[]} [args] @param {number} [passed] @returns {Part} */
const check = (name, file, args = [], passed = 0) => ({
  name,
  work: async (env) => {
    await run(name, process.execPath, [inRoot(file), ...args], { env });
    return { passed };
  },
});

/** Those of a list run at the same time, whatever the others found: one run reports everything. @param {boolean} all @returns {Part[][]} */
const partsOf = (all) => [
  // By itself: beside it browser tests ran out of their time on two cores.
  [{ name: 'unit and API tests', work: (env) => runJest({ all, env, platform: 'node' }) }],
  // The browser tests leave a third of the cores, most while the demo is loaded: the others take what is left.
  [
    check('lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    check('types', 'scripts/check-types.mjs'),
    check('imports', 'scripts/check-imports.mjs'),
    { name: 'browser tests', work: runPlaywright },
    {
      name: 'screen tests',
      work: (env) =>
        runJest({ all, env, platform: 'web', priority: constants.priority.PRIORITY_BELOW_NORMAL }),
    },
  ],
  ...(all
    ? [
        [check('fuzz', 'scripts/fuzz.mjs', ['--requests', '20000'], 1)],
        [check('chaos', 'scripts/chaos.mjs', ['--minutes', '4'], 1)],
        [check('every screen in every state', 'scripts/check-screens.mjs', [], 1)],
      ]
    : []),
];

/**
 * Sets up what is missing and checks everything; returns the exit code, 1 when anything failed or no test ran. The last line
 * that it prints is the tests' figures. @param {boolean} all the long list, too, in which a test that fails once has failed
 */
export async function verify(all) {
  const outcome = new Outcome(all);
  // What tests leave in the folder for temporary files goes with the run.
  const temporary = mkdtempSync(join(folderForTests(), 'partnerdesk-verify-'));
  try {
    const programs = installTestPrograms(console.log);
    const install = async () => void (await ensureInstalled({ say: console.log }));
    if (!(await outcome.measure('installation', install))) return outcome.print();
    await outcome.measure('build', build);
    await outcome.measure('programs', async () => refuseMissing(await programs));
    const env = {
      ...process.env,
      TMPDIR: temporary,
      CHROMIUM_PATH: findChromium(),
      FIREFOX_PATH: findFirefox(),
      ...(all && { TEST_LIST: 'all' }),
    };
    for (const parts of partsOf(all))
      await Promise.all(parts.map(({ name, work }) => outcome.measure(name, () => work(env))));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return outcome.print();
}

/** What the parts of a run found. */
class Outcome {
  #all;
  #startMs = performance.now();
  #passed = 0;
  /** @type {import('./test-results.mjs').FailedTest[]} */
  #failed = [];
  /** Parts, titles and the like that are not in order. @type {string[]} */
  #broken = [];
  /** @type {{ name: string, ms: number }[]} */
  #parts = [];
  /** @type {{ file: string, ms: number }[]} */
  #files = [];

  /** @param {boolean} all whether the long list runs */
  constructor(all) {
    this.#all = all;
  }

  /** @param {string} name @param {() => ReturnType<Part['work']>} work @returns {Promise<boolean>} whether it is in order */
  async measure(name, work) {
    console.log(`\n── ${name}`);
    const startMs = performance.now();
    try {
      const { passed = 0, failed = [], flaky = [], repeated = [], times = [] } = (await work()) ?? {};
      this.#passed += passed;
      this.#failed.push(...failed);
      this.#files.push(...times);
      this.#broken.push(...repeated.map((title) => `several tests have this title: ${title}`));
      for (const title of flaky) console.log(`  Passed at its second try only: ${title}`);
      if (passed || failed.length) console.log(`  ${name}: ${passed} passed, ${failed.length} failed`);
    } catch (error) {
      printFailure(error);
      this.#broken.push(name);
    }
    const ms = performance.now() - startMs;
    this.#parts.push({ name, ms });
    console.log(`  ${name}: ${seconds(ms)}`);
    return !this.#broken.includes(name);
  }

  /** @returns {number} the exit code */
  print() {
    this.#printTimes();
    this.#printFailures();
    for (const what of this.#broken) console.log(`Not in order: ${what}`);
    console.log(`${this.#passed} passed, ${this.#failed.length} failed`);
    return this.#broken.length || this.#failed.length || !this.#passed ? 1 : 0;
  }

  #printTimes() {
    console.log(`\n── times: ${seconds(performance.now() - this.#startMs)} in all`);
    for (const { name, ms } of this.#parts) console.log(`${seconds(ms).padStart(7)}  ${name}`);
    console.log('The slowest files:');
    const slowest = this.#files.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST_FILES);
    for (const { file, ms } of slowest) console.log(`${seconds(ms).padStart(7)}  ${file}`);
    console.log('');
  }

  /** Failures for the same reason, such as a missing program, are listed under one message. */
  #printFailures() {
    /** @type {Map<string, import('./test-results.mjs').FailedTest[]>} */
    const byMessage = new Map();
    for (const test of this.#failed)
      byMessage.set(test.message, [...(byMessage.get(test.message) ?? []), test]);
    for (const [message, tests] of byMessage) {
      for (const test of tests.slice(0, FAILURES_ALIKE))
        console.log(`FAILED ${test.file}: ${test.title}\n  ${commandOf(test, { all: this.#all })}`);
      if (tests.length > FAILURES_ALIKE) console.log(`and ${tests.length - FAILURES_ALIKE} more:`);
      console.log(`${message.replaceAll(/^/gm, '    ')}\n`);
    }
  }
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(0)} s`;

/** In memory, if there is plenty: most of the time of tests that write goes into waiting for the disk. */
function folderForTests() {
  if (freemem() < MEMORY_FOR_TESTS) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < MEMORY_FOR_TESTS ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/** @param {string[]} missing Debian packages @throws {Failure} with how to get them: what needs none of them runs without */
function refuseMissing(missing) {
  if (missing.length === 0) return;
  throw new Failure(
    `The tests need ${missing.join(' and ')}: install it (Debian: apt-get install ${missing.join(' ')}). What needs none of it runs without.`,
  );
}

async function build() {
  await buildAll((name, time) => console.log(`  Built ${name} in ${time.toFixed(1)} s`));
  rmSync(inRoot('test-results'), { recursive: true, force: true });
  mkdirSync(inRoot('test-results'));
}
