import { inRoot } from './paths.mjs';
import { run } from './run.mjs';
import { readPlaywrightReport } from './test-results.mjs';

const REPORT = inRoot('test-results', 'e2e.json');

/**
 * Runs the browser tests.
 * @param {{ env?: NodeJS.ProcessEnv }} [how]
 * @returns {Promise<ReturnType<typeof readPlaywrightReport>>}
 */
export async function runPlaywright({ env = process.env } = {}) {
  const args = [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=dot,json'];
  let ended = '';
  try {
    const reporting = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT };
    await run('playwright', process.execPath, args, { env: reporting, show: true });
  } catch (error) {
    ended = String(error);
  }
  const report = readPlaywrightReport(REPORT);
  if (ended && report.failed.length === 0)
    report.failed.push({ file: 'e2e', title: 'ends in order', message: ended });
  return report;
}
