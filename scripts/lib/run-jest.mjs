import { availableParallelism } from 'node:os';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { findTests, groupTests, readTimes, writeGroups } from './test-groups.mjs';
import { readJestReport } from './test-results.mjs';

const FOLDER = inRoot('test-results', 'groups');
const REPORT = inRoot('test-results', 'jest.json');

/**
 * Runs the unit, API and screen tests, in groups of files.
 * @param {{ all?: boolean, env?: NodeJS.ProcessEnv, order?: (files: string[]) => string[] }} [how] `all`: those of
 *   `npm run test:all`, too; `order`: puts the files in another order
 * @returns {Promise<import('./test-results.mjs').TestReport & { times: { file: string, ms: number }[] }>}
 */
export async function runJest({ all = false, env = process.env, order = (files) => files } = {}) {
  writeGroups(groupTests(order(findTests({ all }))), FOLDER);
  const args = [
    // Room for young objects (MB): an eighth less time goes into collecting them. Jest passes it on to its workers.
    '--max-semi-space-size=64',
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '--ci',
    // One more than there are cores: some tests wait for processes, of which the others then have the time.
    `--maxWorkers=${availableParallelism() + 1}`,
    '--workerIdleMemoryLimit=512MB',
    `--cacheDirectory=${inRoot('node_modules', '.cache', 'jest')}`,
    `--reporters=${inRoot('packages', 'build', 'jest-progress.cjs')}`,
    '--json',
    `--outputFile=${REPORT}`,
  ];
  let ended = '';
  try {
    await run('jest', process.execPath, args, { env: { ...env, TEST_GROUPS: FOLDER }, show: true });
  } catch (error) {
    // Its report has the tests that failed; without one, this is all there is.
    ended = String(error);
  }
  const report = { ...readJestReport(REPORT), times: readTimes(FOLDER) };
  if (ended && report.failed.length === 0)
    report.failed.push({ file: 'jest', title: 'ends in order', message: ended });
  return report;
}
