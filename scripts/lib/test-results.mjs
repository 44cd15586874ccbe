import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * @param {string} file
 * @returns {any} undefined: the runner ended before it wrote its report
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Figures of jest's report; a file that could not even be loaded counts as one that failed.
 * @param {string} file
 * @returns {Count}
 */
export function countJest(file) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numRuntimeErrorTestSuites };
}

/**
 * Titles that several tests of a file share: a report could not say which of them failed.
 * @param {string} file jest's report
 * @returns {string[]} each with its file
 */
export function repeatedTitles(file) {
  /** @type {{ name: string, assertionResults: { fullName: string }[] }[]} */
  const files = readReport(file)?.testResults ?? [];
  return files.flatMap(({ name, assertionResults }) => {
    const titles = assertionResults.map(({ fullName }) => fullName);
    const repeated = new Set(titles.filter((title, index) => titles.indexOf(title) !== index));
    return [...repeated].map((title) => `${name}: ${title}`);
  });
}

/**
 * Figures of Playwright's report; a flaky test passed at its second try (CI alone gives one), an error
 * outside of any test, as in the global setup, counts as one that failed.
 * @param {string} file
 * @returns {Count}
 */
export function countPlaywright(file) {
  const report = readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}
