/** What a citation looks like: `docs/PRODUCT.md §5, §8 "Login"` or `docs/RULES.md, Payroll "Execute"`. */
const NAME = `(?: "[^"]+")?`;
const PRODUCT = new RegExp(String.raw`^ (§\d(?!\d)${NAME}(?:, §\d(?!\d)${NAME})*)`);
const CITED = /docs\/(PRODUCT|RULES)\.md/g;

/**
 * The sections of a document: the text under each `## ` heading, by its heading ("5. Validation" also as "§5").
 * @param {string} markdown
 */
export function sectionsOf(markdown) {
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
export function brokenCitations(source, { product, rules }) {
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
