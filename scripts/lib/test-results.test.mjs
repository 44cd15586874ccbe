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
  const { passed, failed } = readJestReport(file);
  expect(passed).toBe(1);
  expect(failed).toEqual([
    { file: 'a.test.ts', title: 'of money rounds', message: 'off by 1' },
    { file: 'b.test.ts', title: 'does not run', message: 'Unexpected token' },
  ]);
});

test('a title that several tests of a file share is found', () => {
  const assertionResults = ['once', 'twice', 'twice', 'twice'].map((title) => jestTest(title));
  const file = reportOf({ testResults: [{ name: 'g', message: '', assertionResults }] });
  expect(readJestReport(file).repeated).toEqual(['a.test.ts: of money twice']);
});

test('a file takes as long as its tests, one with a group of its own as long as that: it may start servers first', () => {
  const ofFile = (/** @type {string} */ name) => ({ ...jestTest('adds'), ancestorTitles: [name] });
  const group = { name: 'g', message: '', startTime: 1000, endTime: 9000 };
  const file = reportOf({
    testResults: [
      { ...group, assertionResults: ['a.test.ts', 'a.test.ts', 'b.test.ts'].map(ofFile) },
      { ...group, assertionResults: [ofFile('c.test.ts')] },
    ],
  });
  expect(readJestReport(file).times).toEqual([
    { file: 'a.test.ts', ms: 40 },
    { file: 'b.test.ts', ms: 20 },
    { file: 'c.test.ts', ms: 8000 },
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
    repeated: [],
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
  const first = { passed: 3, failed: [failed('one'), failed('two')], flaky: [], repeated: [] };
  const again = { passed: 4, failed: [failed('two')], flaky: [], repeated: [] };
  expect(afterSecondTry(first, again)).toMatchObject({
    passed: 4,
    failed: [{ title: 'two' }],
    flaky: ['a.test.ts: one'],
  });
  const nothing = { ...again, passed: 0, failed: [] };
  expect(afterSecondTry(first, nothing)).toMatchObject({ passed: 3, failed: first.failed, flaky: [] });
});
