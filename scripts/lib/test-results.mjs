import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * @typedef {{ file: string, title: string, message: string }} FailedTest `file` from the root; `title` with those of its
 *   describe blocks; `message`: its first lines
 * @typedef {{ passed: number, failed: FailedTest[], flaky: string[], repeated: string[], times?: { file: string, ms: number }[] }}
 *   TestReport `failed`: a file that could not be loaded, or an error outside of any test, counts as one; `flaky`: tests that
 *   passed at a second try, `FILE: TITLE`; `repeated`: titles that several tests of a file share, of which a report could not
 *   say which failed; `times` of the files: what their tests took, and of a group of one file what all of it took
 */

/** Lines of a failure's message that are shown. */
const MESSAGE_LINES = 12;

/** @param {string} file @returns {any} undefined: the runner ended before it wrote its report */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} runner @returns {TestReport} */
const noReport = (runner) => ({
  passed: 0,
  failed: [{ file: runner, title: 'left no report', message: 'It ended before it wrote one.' }],
  flaky: [],
  repeated: [],
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;

/** @param {string} text */
const firstLines = (text) => text.replace(COLOURS, '').trim().split('\n').slice(0, MESSAGE_LINES).join('\n');

/**
 * @typedef {{ status: string, title: string, ancestorTitles: string[], failureMessages: string[], duration?: number | null }} JestTest
 * @typedef {{ name: string, message: string, startTime: number, endTime: number, assertionResults: JestTest[] }} JestGroup
 * @typedef {{ testResults: JestGroup[] }} JestReport
 */

/** Jest's report of files that ran in groups (runners.mjs): the outermost title is the file's path. @param {string} file */
export function readJestReport(file) {
  /** @type {JestReport | undefined} */
  const report = readReport(file);
  if (!report) return noReport('jest');
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map((each) => ({ ...placeOf(each), message: firstLines(each.failureMessages.join('\n')) }));
  const unloaded = report.testResults
    .filter(({ assertionResults }) => assertionResults.length === 0)
    .map(({ name, message }) => ({
      file: relative(ROOT, name),
      title: 'does not run',
      message: firstLines(message),
    }));
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [...failed, ...unloaded],
    flaky: [],
    repeated: repeatedOf(tests.map(placeOf)),
    times: timesOf(report.testResults.flatMap(timesOfGroup)),
  };
}

/** What a run comes to whose failed files were run again. @param {TestReport} first @param {TestReport} again */
export function afterSecondTry(first, again) {
  const stillFailed = new Set(again.failed.map(nameOf));
  // Where the second run itself went wrong, nothing is known to pass.
  const isKnown = again.passed > 0;
  const passes = (/** @type {FailedTest} */ test) => isKnown && !stillFailed.has(nameOf(test));
  const flaky = first.failed.filter(passes).map(nameOf);
  return {
    ...first,
    passed: first.passed + flaky.length,
    failed: first.failed.filter((test) => !passes(test)),
    flaky: [...first.flaky, ...flaky],
  };
}

/** @param {JestTest} test */
const placeOf = ({ ancestorTitles: [file = '', ...titles], title }) => ({
  file,
  title: [...titles, title].join(' '),
});

/** @param {Pick<FailedTest, 'file' | 'title'>} test */
const nameOf = ({ file, title }) => `${file}: ${title}`;

/** @param {Pick<FailedTest, 'file' | 'title'>[]} places */
function repeatedOf(places) {
  const seen = new Set();
  return [...new Set(places.map(nameOf).filter((name) => seen.has(name) || !seen.add(name)))];
}

/** Of a file with a group of its own, as those that start programs before their tests have. @param {JestGroup} group */
function timesOfGroup({ assertionResults, startTime, endTime }) {
  const times = assertionResults.map((each) => ({ file: placeOf(each).file, ms: each.duration ?? 0 }));
  const [file = '', ...others] = new Set(times.map((each) => each.file));
  return file && others.length === 0 ? [{ file, ms: endTime - startTime }] : times;
}

/** The time of each file, by those of its tests. @param {{ file: string, ms: number }[]} tests */
function timesOf(tests) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { file, ms } of tests) sums.set(file, (sums.get(file) ?? 0) + ms);
  return [...sums].map(([file, ms]) => ({ file, ms }));
}

/** Playwright's report, with the time of each file's tests. @param {string} file @returns {TestReport} */
export function readPlaywrightReport(file) {
  /** @type {import('@playwright/test/reporter').JSONReport | undefined} */
  const report = readReport(file);
  if (!report) return noReport('playwright');
  const specs = report.suites.flatMap((suite) => specsOf(suite, []));
  const having = (/** @type {string} */ status) =>
    specs.filter(({ tests }) => tests.some((test) => test.status === status));
  const outside = report.errors.map(({ message = '' }) => ({
    file: 'e2e',
    title: 'outside of any test',
    message: firstLines(message),
  }));
  const times = specs.flatMap(({ file: name, tests }) =>
    tests.flatMap(({ results }) => results).map(({ duration }) => ({ file: name, ms: duration })),
  );
  return {
    passed: having('expected').length + having('flaky').length,
    failed: [
      ...having('unexpected').map(({ file: name, title, tests }) => ({
        file: name,
        title,
        message: firstLines(tests.flatMap(({ results }) => results)[0]?.error?.message ?? ''),
      })),
      ...outside,
    ],
    flaky: having('flaky').map(nameOf),
    repeated: [],
    times: timesOf(times),
  };
}

/**
 * With whole titles, and files from the root.
 * @param {import('@playwright/test/reporter').JSONReportSuite} suite @param {string[]} above
 * @returns {import('@playwright/test/reporter').JSONReportSpec[]}
 */
function specsOf({ title, file, suites = [], specs }, above) {
  const titles = title === file ? above : [...above, title];
  return [
    ...specs.map((spec) => ({ ...spec, file: `e2e/${spec.file}`, title: [...titles, spec.title].join(' ') })),
    ...suites.flatMap((suite) => specsOf(suite, titles)),
  ];
}

/** The command that runs a failed test alone. @param {FailedTest} test @param {{ all?: boolean }} [list] `all`: as in test:all */
export function commandOf({ file, title }, { all = false } = {}) {
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.');
  const runner = file.startsWith('e2e/') ? `playwright test ${file} -g` : `jest ${file} -t`;
  return `${all ? 'TEST_LIST=all ' : ''}npx ${runner} '${pattern}'`;
}
