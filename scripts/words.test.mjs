import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { REFUSED, refusedWordsIn } from './lib/refused-words.mjs';

/** Files that need such a word, each with the reason. */
const ALLOWED = new Map([
  ['scripts/words.test.mjs', 'examples'],
  ['scripts/lib/refused-words.mjs', 'the list itself'],
]);

/** Tracked and new sources and documents; samples and binary files hold no prose. */
function writtenFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|cjs|cts|css|md|html|yml)$|^\.env\.example$/.test(path))
    .filter((path) => !ALLOWED.has(path) && existsSync(inRoot(path)));
}

test('sources and docs use the usual words', () => {
  const found = writtenFiles().flatMap((path) =>
    refusedWordsIn(readFileSync(inRoot(path), 'utf8')).map((word) => `${path}:${word}`),
  );
  expect(found).toEqual([]);
});

test.each([
  'tells the rest',
  'const stopTelling = f();',
  '#tellWatchdog()',
  'Whoever comes',
  'begins anew',
  'the house',
  'four rooms',
  'one’s own edits',
  'flags: what there is',
  '(spec §5)',
  'an event of rules.md',
])('%s is refused', (text) => {
  expect(refusedWordsIn(`fine\n${text}`)).toEqual([expect.stringMatching(/^2: /)]);
});

test('words that only contain a refused one are not', () => {
  expect(refusedWordsIn('intellect, Intell, household, headroom, special §, "No room"')).toEqual([]);
  expect(REFUSED.every(({ instead }) => instead)).toBe(true);
});
