import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, ROOT } from './lib/paths.mjs';
import { SCRIPTS } from './lib/script-help.mjs';
import { workspacesOf } from './lib/workspaces.mjs';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(inRoot('docs'), { recursive: true }).map((name) => join('docs', String(name))),
].filter((name) => name.endsWith('.md'));

test('every script is described, and every description has its script', () => {
  expect(Object.keys(SCRIPTS).sort()).toEqual(Object.keys(scripts).sort());
});

test('npm run help lists each script in a line, and says how to run a single test', () => {
  const { stdout } = spawnSync(process.execPath, [inRoot('scripts', 'help.mjs')], { encoding: 'utf8' });
  const [commands = '', more] = stdout.split('\n\n');
  expect(more).toMatch(/npx jest .*npx playwright test /);
  const listed = commands.split('\n').map((line) => /^npm (?:run )?(\S+) {2,}\S/.exec(line)?.[1]);
  expect(listed.sort()).toEqual(Object.keys(scripts).sort());
});

test('every script runs a file that is there', () => {
  const files = Object.values(scripts).flatMap(
    (command) => /^node (?:--\S+ )*(\S+)/.exec(String(command))?.[1] ?? [],
  );
  const sources = files.map((file) => file.replace('/dist/', '/src/').replace(/(\/src\/.*)\.js$/, '$1.ts'));
  expect(sources.filter((file) => !existsSync(inRoot(file)))).toEqual([]);
});

/** A path is written from the root, from the document, or from a workspace or its sources that the text is about. */
const places = workspacesOf().flatMap(({ path }) => [inRoot(path), inRoot(path, 'src')]);

test.each(documents)('%s names only scripts and paths that are there', (document) => {
  const { scripts: names, paths } = namedIn(readFileSync(inRoot(document), 'utf8'));
  expect(names.filter((name) => !scripts[name])).toEqual([]);
  const folders = [ROOT, inRoot(dirname(document)), ...places];
  expect(paths.filter((path) => !folders.some((folder) => existsSync(join(folder, path))))).toEqual([]);
});

test('the changelog speaks of the version that is built', () => {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  expect(readFileSync(inRoot('CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}`);
});

test('every decision is listed', () => {
  const list = readFileSync(inRoot('docs', 'decisions', 'README.md'), 'utf8');
  const records = readdirSync(inRoot('docs', 'decisions')).filter((name) => name !== 'README.md');
  expect(records.filter((name) => !list.includes(`(${name})`))).toEqual([]);
});

test('each security requirement is named once, with its state; what is met, with a test', () => {
  const text = readFileSync(inRoot('docs', 'SECURITY.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([\d., ]+) \| (\w+) \| .* \| (.*) \|$/gm)];
  const ids = rows.flatMap(([, list = '']) => list.split(', '));
  expect(ids.length).toBeGreaterThan(150);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const untested = rows.filter(
    ([, , state, shown]) => state === 'met' && !/`[^`]+\.(test|spec)\.\w+`/.test(shown ?? ''),
  );
  expect(untested.map(([row]) => row)).toEqual([]);
  // What the document itself says has its heading.
  const sections = [...text.matchAll(/this document, ([^:;|]+?) ?[:;|]/g)].map(([, name]) => name);
  expect(sections.length).toBeGreaterThan(6);
  for (const name of sections) expect(text).toContain(`\n## ${name}`);
  const states = new Set(rows.map(([, , state]) => state));
  expect([...states].sort()).toEqual(['accepted', 'met', 'open', 'part']);
});

test('a script or path that is not there would be found', () => {
  const text =
    'Run `npm run gone` or `npm start`, see [x](docs/gone.md) and `scripts/gone.mjs`, `/route`, `mfe-<name>/src`.\n```\nbff/  the server\n```';
  expect(namedIn(text)).toEqual({
    scripts: ['gone', 'start'],
    paths: ['scripts/gone.mjs', 'bff/', 'docs/gone.md'],
  });
});

test('git grep names the sample files without their thousands of lines', () => {
  const args = ['grep', '--untracked', '-e', 'memberID', '--', 'scripts/sample'];
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual([
    'Binary file scripts/sample/events.ndjson matches',
    'Binary file scripts/sample/people.json matches',
  ]);
});

/**
 * The scripts and paths that a text in Markdown names.
 * @param {string} markdown
 * @returns {{ scripts: string[], paths: string[] }} paths as written: below the root, or in links below the text
 */
function namedIn(markdown) {
  // A how-to's "`path`:" over a block creates the file.
  const created = new Set([...markdown.matchAll(/^`([^`\n]+)`:\n\n```/gm)].map(([, path]) => path));
  const code = [...markdown.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    (match) => match[1] ?? match[2],
  );
  const spans = code.flatMap((text) => text.split(/\s+/));
  const links = [...markdown.matchAll(/\]\(([^)#\s]+)/g)]
    .map((match) => match[1])
    .filter((to) => !/^\w+:/.test(to));
  const scripts = code.flatMap((text) =>
    [...text.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1]),
  );
  return {
    scripts: [...new Set(scripts)].filter((name) => !['install', 'ci'].includes(name)),
    paths: [
      ...new Set([...spans.map((span) => span.replace(/[,;:.)]+$/, '')).filter(isPath), ...links]),
    ].filter((path) => !created.has(path)),
  };
}

/** @param {string} text a word inside code */
function isPath(text) {
  // Routes begin with a slash; placeholders and patterns name no one file; what is built is not there in a clone.
  if (/^[/@.]|[<>*{}$…()=:|'"]/.test(text) || /(^|\/)(dist|node_modules)(\/|$)/.test(text)) return false;
  return /^[\w.-]+\/[\w./-]*$/.test(text) || /^[\w-]+\.(md|mjs|cjs)$/.test(text);
}
