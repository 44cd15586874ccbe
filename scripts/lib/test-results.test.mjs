import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countJest, countPlaywright, repeatedTitles } from './test-results.mjs';

function reportOf(/** @type {unknown} */ report) {
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('a runner that left no report failed', () => {
  expect(countJest('/nowhere.json')).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright('/nowhere.json')).toEqual({ passed: 0, failed: 1 });
});

test('a test file that cannot be loaded counts as failed', () => {
  const file = reportOf({ numPassedTests: 7, numFailedTests: 2, numRuntimeErrorTestSuites: 1 });
  expect(countJest(file)).toEqual({ passed: 7, failed: 3 });
});

test('an error outside of the browser tests counts as failed', () => {
  const file = reportOf({
    stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no system' }],
  });
  expect(countPlaywright(file)).toEqual({ passed: 4, failed: 2 });
});

test('a title that several tests of a file share is found', () => {
  const assertionResults = ['once', 'twice', 'twice', 'twice'].map((fullName) => ({ fullName }));
  const file = reportOf({
    testResults: [
      { name: 'a.test.ts', assertionResults },
      { name: 'b.test.ts', assertionResults: [{ fullName: 'once' }] },
    ],
  });
  expect(repeatedTitles(file)).toEqual(['a.test.ts: twice']);
});
