import { availableParallelism } from 'node:os';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { findTests, groupTests, readTimes, writeGroups } from './test-groups.mjs';
import { afterSecondTry, readJestReport, readPlaywrightReport } from './test-results.mjs';

/** One more than there are cores: some tests wait for processes, and the others have the time meanwhile. */
const WORKERS = availableParallelism() + 1;
/** Files that are tried again at most: where more fail, it is not by chance. */
const TRIED_AGAIN = 5;

/** @typedef {import('./test-results.mjs').TestReport & { times: { file: string, ms: number }[] }} TimedReport */

/**
 * Runs the unit, API and screen tests, in groups of files. On a machine that decides what lands, a test that fails once
 * has a second try, alone; not in the long list.
 * @param {{ all?: boolean, env: NodeJS.ProcessEnv, platform?: 'node' | 'web', order?: (files: string[]) => string[],
 *   priority?: number }} how as of findTests; `order`: puts the files in another order; `priority`: as of run
 * @returns {Promise<TimedReport>}
 */
export async function runJest({ all = false, env, platform, order = (files) => files, priority }) {
  const tests = findTests({ all, platform });
  const name = platform ?? 'groups';
  const report = await runFiles(order(tests), { env, name, workers: WORKERS, priority });
  const files = [...new Set(report.failed.map(({ file }) => file))].filter((file) => tests.includes(file));
  if (all || !env.CI || files.length === 0 || files.length > TRIED_AGAIN) return report;
  const again = await runFiles(files, { env, name: `${name}-again`, workers: 1 });
  return { ...afterSecondTry(report, again), times: report.times };
}

/** @param {string[]} files @param {{ env: NodeJS.ProcessEnv, name: string, workers: number, priority?: number }} how */
async function runFiles(files, { env, name, workers, priority }) {
  const folder = inRoot('test-results', name);
  const output = inRoot('test-results', `${name}.json`);
  writeGroups(groupTests(files), folder);
  const args = [
    // Room for young objects (MB): an eighth less time goes into collecting them. Jest passes it on to its workers.
    '--max-semi-space-size=64',
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '--ci',
    `--maxWorkers=${workers}`,
    // Of the machine's memory: a worker above it ends with its group, and the next one loads everything again.
    '--workerIdleMemoryLimit=8%',
    `--cacheDirectory=${inRoot('node_modules', '.cache', 'jest')}`,
    `--reporters=${inRoot('packages', 'build', 'jest-progress.cjs')}`,
    '--json',
    `--outputFile=${output}`,
  ];
  const how = { env: { ...env, TEST_GROUPS: folder }, priority };
  return runRunner('jest', 'jest', args, how, () => ({
    ...readJestReport(output),
    times: readTimes(folder),
  }));
}

/** Runs the browser tests. @param {NodeJS.ProcessEnv} env */
export function runPlaywright(env) {
  const args = [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=dot,json'];
  const output = inRoot('test-results', 'e2e.json');
  const how = { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: output } };
  return runRunner('playwright', 'e2e', args, how, () => readPlaywrightReport(output));
}

/**
 * @param {string} runner @param {string} place of a failure that is no test's
 * @param {string[]} args @param {Parameters<typeof run>[3]} how @param {() => TimedReport} read
 */
async function runRunner(runner, place, args, how, read) {
  let ended = '';
  await run(runner, process.execPath, args, { ...how, show: true }).catch((error) => {
    ended = String(error);
  });
  const report = read();
  // It has the tests that failed; without one, this is all there is.
  if (ended && report.failed.length === 0)
    report.failed.push({ file: place, title: 'ends in order', message: ended });
  return report;
}
