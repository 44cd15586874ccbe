import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inRoot, ROOT } from './lib/paths.mjs';

/** Words that comments, texts, names and docs do not use, and what to write instead. */
const REFUSED = [
  { word: /\b(tell|tells|telling|told)\b/i, instead: 'show, report, return, notify, publish, distinguish' },
  {
    word: /\b\w*(?:Tell|Telling|Told)(?=[A-Z]|\b)|\b(?:tell|told)[A-Z]\w*/,
    instead: 'notify…, publish…, report…',
  },
  { word: /\bwhoever\b/i, instead: 'name who: the next writer, a signed-in user, everyone who …' },
  { word: /\banew\b/i, instead: 'again' },
  { word: /\bhouses?\b/i, instead: 'the codebase' },
  { word: /\brooms\b/i, instead: 'packages, folders' },
  { word: /\bone['’]s own\b/i, instead: 'own, the user’s' },
  { word: /\b(?:what there is|what is there)\b/i, instead: 'existing …, or name the thing' },
  { word: /\bspec(?:\.md| §)/, instead: 'docs/PRODUCT.md §N' },
  { word: /\brules\.md\b/, instead: 'docs/RULES.md, <section>' },
];

/**
 * The refused words of a text.
 * @param {string} text
 * @returns {string[]} a line for each: its line number, the word and what to write instead
 */
function refusedWordsIn(text) {
  return text.split('\n').flatMap((line, index) =>
    REFUSED.flatMap(({ word, instead }) => {
      const found = word.exec(line)?.[0];
      return found ? [`${index + 1}: '${found}' (write: ${instead})`] : [];
    }),
  );
}

/** Tracked and new sources and documents but for this one, with its list and examples; samples and binary files hold no prose. */
function writtenFiles() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|cjs|cts|css|md|html|yml)$|^\.env\.example$/.test(path))
    .filter((path) => path !== 'scripts/words.test.mjs' && existsSync(inRoot(path)));
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
