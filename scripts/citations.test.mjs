import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MESSAGE } from '@partnerdesk/contracts';
import { inRoot, ROOT } from './lib/paths.mjs';

const documents = {
  product: sectionsOf(readFileSync(inRoot('docs', 'PRODUCT.md'), 'utf8')),
  rules: sectionsOf(readFileSync(inRoot('docs', 'RULES.md'), 'utf8')),
};

/** Tracked sources that cite one of the two; this test and the one of words write examples. */
function citingSources() {
  const patterns = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css'];
  const own = ['citations.test.mjs', 'words.test.mjs'].map((name) => `:!scripts/${name}`);
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

/** What a citation looks like: `docs/PRODUCT.md §5, §8 "Login"` or `docs/RULES.md, Payroll "Execute"`. */
const NAME = `(?: "[^"]+")?`;
const PRODUCT = new RegExp(String.raw`^ (§\d(?!\d)${NAME}(?:, §\d(?!\d)${NAME})*)`);
const CITED = /docs\/(PRODUCT|RULES)\.md/g;

/**
 * The sections of a document: the text under each `## ` heading, by its heading ("5. Validation" also as "§5").
 * @param {string} markdown
 */
function sectionsOf(markdown) {
  return new Map(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const heading = part.slice(0, part.indexOf('\n'));
        const numbered = /^(\d)\. /.exec(heading);
        return [numbered ? `§${numbered[1]}` : heading, part];
      }),
  );
}

/** @param {string | undefined} section  @param {string | undefined} name of a `### ` heading or a bold term */
function has(section, name) {
  if (section === undefined) return false;
  return !name || section.includes(`\n### ${name}\n`) || section.includes(`**${name}**`);
}

/**
 * The citations in a source that name no section of the two documents.
 * @param {string} source
 * @param {{ product: Map<string, string>, rules: Map<string, string> }} documents see sectionsOf
 * @returns {string[]} each with what follows it
 */
function brokenCitations(source, { product, rules }) {
  // A citation may go on after the end of a comment's line.
  const text = source.replace(/\n\s*(\*|\/\/) /g, ' ');
  return [...text.matchAll(CITED)].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length);
    return match[1] === 'PRODUCT' ? brokenProduct(rest, product) : brokenRules(rest, rules);
  });
}

/** @param {string} rest  @param {Map<string, string>} sections */
function brokenProduct(rest, sections) {
  const cited = PRODUCT.exec(rest)?.[1];
  if (!cited) return [`docs/PRODUCT.md${rest.slice(0, 25)}`];
  return [...cited.matchAll(/(§\d)(?: "([^"]+)")?/g)]
    .filter(([, section, name]) => !has(sections.get(section), name))
    .map(([whole]) => `docs/PRODUCT.md ${whole}`);
}

/** @param {string} rest  @param {Map<string, string>} sections */
function brokenRules(rest, sections) {
  const heading = [...sections.keys()].find((each) => rest.startsWith(`, ${each}`));
  const name = heading && /^ "([^"]+)"/.exec(rest.slice(heading.length + 2))?.[1];
  return heading && has(sections.get(heading), name) ? [] : [`docs/RULES.md${rest.slice(0, 40)}`];
}
