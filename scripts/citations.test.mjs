import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MESSAGE } from '@partnerdesk/contracts';
import { brokenCitations, sectionsOf } from './lib/citations.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';

const documents = {
  product: sectionsOf(readFileSync(inRoot('docs', 'PRODUCT.md'), 'utf8')),
  rules: sectionsOf(readFileSync(inRoot('docs', 'RULES.md'), 'utf8')),
};

/** Tracked sources that cite one of the two; this test and its helper write examples. */
function citingSources() {
  const patterns = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css'];
  const own = ['citations.test.mjs', 'lib/citations.mjs', 'lib/refused-words.mjs'].map(
    (name) => `:!scripts/${name}`,
  );
  const args = ['grep', '--untracked', '-lE', 'docs/(PRODUCT|RULES)\\.md', '--', ...patterns, ...own];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
}

test('each citation of PRODUCT.md and RULES.md names a section of it', () => {
  const broken = citingSources().flatMap((path) =>
    brokenCitations(readFileSync(inRoot(path), 'utf8'), documents).map((citation) => `${path}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test('a citation of a section that does not exist is found, over the end of a line too', () => {
  const good = '/** docs/PRODUCT.md §2 "Menus", §5; docs/RULES.md, Accounts and\n * access "Captcha" */';
  expect(brokenCitations(good, documents)).toEqual([]);
  const bad = 'docs/PRODUCT.md §12; docs/PRODUCT.md §3 "Nobody"; docs/RULES.md, Payroll "No such term"';
  expect(brokenCitations(bad, documents)).toEqual([
    'docs/PRODUCT.md §12; docs/PRODUCT.md §3 ',
    'docs/PRODUCT.md §3 "Nobody"',
    'docs/RULES.md, Payroll "No such term"',
  ]);
});

test('docs/PRODUCT.md holds every text of the product to the letter', () => {
  const text = readFileSync(inRoot('docs', 'PRODUCT.md'), 'utf8').replace(/\s+/g, ' ');
  expect(Object.values(MESSAGE).filter((message) => !text.includes(message))).toEqual([]);
});
