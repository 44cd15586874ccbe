import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CALLS, type Call } from '@partnerdesk/contracts';

/** Who may do what, for reviewers: made from the calls. `ACCESS_PAGE=write npx jest access-page` writes it. */
const PAGE = path.join(__dirname, '../../../docs/ACCESS.md');

const HEAD = `# Who may make which call

Made from the calls in \`packages/contracts/src/calls\`; \`ACCESS_PAGE=write npx jest access-page\` renews it. A word by itself
is a permission of the office (docs/PRODUCT.md §6). *Own*: the field with an affiliate's id, only theirs is answered.
*Asked again*: who proves themselves again before it (docs/RULES.md, Who may enter "Asked again").

| Call | Who | Own | Asked again |
|---|---|---|---|
`;

function rowOf({ name, who, own = '', confirm, confirmFor }: Call): string {
  const again = confirm ?? (confirmFor ? `${confirmFor.who}, for ${confirmFor.when}` : '');
  return `| ${name} | ${[who].flat().join(' or ')} | ${own} | ${again} |`;
}

test('docs/ACCESS.md has every call with who may make it', () => {
  const rows = CALLS.map(rowOf).sort((one, other) => (one < other ? -1 : 1));
  const page = `${HEAD}${rows.join('\n')}\n`;
  if (process.env.ACCESS_PAGE === 'write') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
