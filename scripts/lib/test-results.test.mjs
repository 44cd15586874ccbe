import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterSecondTry, commandOf, readJestReport, readPlaywrightReport } from './test-results.mjs';

function reportOf(/** @type {unknown} */ report) {
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const jestTest = (/** @type {string} */ title, status = 'passed', message = '') => ({
  status,
  title,
  ancestorTitles: ['a.test.ts', 'of money'],
  failureMessages: message ? [message] : [],
  duration: 20,
});

test('a runner that left no report failed', () => {
  expect(readJestReport('/nowhere.json')).toMatchObject({ passed: 0, failed: [{ file: 'jest' }] });
  expect(readPlaywrightReport('/nowhere.json')).toMatchObject({
    passed: 0,
    failed: [{ file: 'playwright' }],
  });
});

test('a failed test is named by its file, title and message, a group that does not run by its own', () => {
  const file = reportOf({
    testResults: [
      {
        name: 'g',
        message: '',
        assertionResults: [jestTest('adds'), jestTest('rounds', 'failed', 'off by 1')],
      },
      { name: join(process.cwd(), 'b.test.ts'), message: 'Unexpected token', assertionResults: [] },
    ],
  });
  const { passed, failed, times } = readJestReport(file);
  expect(passed).toBe(1);
  expect(times).toEqual([{ file: 'a.test.ts', ms: 40 }]);
  expect(failed).toEqual([
    { file: 'a.test.ts', title: 'of money rounds', message: 'off by 1' },
    { file: 'b.test.ts', title: 'does not run', message: 'Unexpected token' },
  ]);
});

test('browser tests: what passed at a second try is named, an error outside of the tests counts as failed', () => {
  const spec = (/** @type {string} */ title, /** @type {string} */ status) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ status: 'failed', duration: 1500, error: { message: 'not there' } }] }],
  });
  const file = reportOf({
    suites: [
      {
        title: 'a.spec.ts',
        file: 'a.spec.ts',
        specs: [spec('one', 'expected'), spec('two', 'flaky')],
        suites: [{ title: 'at night', file: 'a.spec.ts', specs: [spec('three', 'unexpected')] }],
      },
    ],
    errors: [{ message: 'no system' }],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 2,
    failed: [
      { file: 'e2e/a.spec.ts', title: 'at night three', message: 'not there' },
      { file: 'e2e', title: 'outside of any test', message: 'no system' },
    ],
    flaky: ['e2e/a.spec.ts: two'],
    times: [{ file: 'e2e/a.spec.ts', ms: 4500 }],
  });
});

test('a failed test comes with the command that runs it alone', () => {
  const message = '';
  expect(commandOf({ file: 'bff/a.test.ts', title: 'adds 1 (one) to "it’s"', message })).toBe(
    `npx jest bff/a.test.ts -t 'adds 1 \\(one\\) to "it’s"'`,
  );
  expect(commandOf({ file: 'e2e/a.spec.ts', title: "isn't shown", message })).toBe(
    "npx playwright test e2e/a.spec.ts -g 'isn.t shown'",
  );
  expect(commandOf({ file: 'e2e/a.spec.ts', title: 'opens', message }, { all: true })).toBe(
    "TEST_LIST=all npx playwright test e2e/a.spec.ts -g 'opens'",
  );
});

test('what passes at a second try is flaky, what fails again has failed; a second run that ran nothing excuses nothing', () => {
  const failed = (/** @type {string} */ title) => ({ file: 'a.test.ts', title, message: 'no' });
  const first = { passed: 3, failed: [failed('one'), failed('two')], flaky: [] };
  const again = { passed: 4, failed: [failed('two')], flaky: [] };
  expect(afterSecondTry(first, again)).toMatchObject({
    passed: 4,
    failed: [{ title: 'two' }],
    flaky: ['a.test.ts: one'],
  });
  const nothing = { ...again, passed: 0, failed: [] };
  expect(afterSecondTry(first, nothing)).toMatchObject({ passed: 3, failed: first.failed, flaky: [] });
});
