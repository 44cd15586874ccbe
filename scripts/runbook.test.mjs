import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './lib/paths.mjs';
import { workspacesOf } from './lib/workspaces.mjs';

/** docs/RUNBOOK.md: what an operator reads there in a log or on a dashboard is what the product writes. */
const runbook = readFileSync(inRoot('docs/RUNBOOK.md'), 'utf8');

/** @param {string} folder @returns {string[]} */
const sourcesIn = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs|yaml)$/.test(entry.name) && !/\.test\./.test(entry.name),
    )
    .filter(({ parentPath }) => !/node_modules|\/dist(\/|$)/.test(parentPath))
    .map(({ parentPath, name }) => join(parentPath, name));

const folders = [
  ...workspacesOf()
    .map(({ path }) => `${path}/src`)
    .filter((path) => existsSync(inRoot(path))),
  'scripts',
  'deploy',
];
const source = folders
  .flatMap(sourcesIn)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
/** Texts are built of pieces: what is filled in may be anything. */
const squeezed = source.replace(/\$\{[^}]*\}/g, '…').replace(/\s+/g, ' ');

const isWritten = (/** @type {string} */ text) =>
  text.split(/…|\b(?:N|SIGKILL)\b/).every((piece) => squeezed.includes(piece.trim().replace(/\s+/g, ' ')));

/** Several words in code marks that are no command: a line of a log, or what a screen says. */
const quotedTexts = (/** @type {string} */ text) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, quoted = '']) => quoted.replace(/\s+/g, ' '))
    .filter(
      (quoted) =>
        /^[A-Za-z][\w’.]*( [\w’…:.,]+)+$/.test(quoted) &&
        !/^(npm|npx|node|kubectl|docker|openssl) /.test(quoted),
    );

/** Names of variables of the environment. */
const variables = (/** @type {string} */ text) =>
  [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);

test('every text of a log that it quotes is one that the product writes', () => {
  const texts = quotedTexts(runbook);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !isWritten(text))).toEqual([]);
});

test('every variable that it names is one that the product or its libraries read', () => {
  const known = readFileSync(inRoot('.env.example'), 'utf8') + source;
  const names = variables(runbook);
  expect(names.length).toBeGreaterThan(10);
  expect(
    names.filter((name) => !known.includes(name) && !name.startsWith('OTEL_') && name !== 'NODE_OPTIONS'),
  ).toEqual([]);
});

test('every metric that it names exists', () => {
  const names = [...runbook.matchAll(/`partnerdesk_(\w+)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
});

test('each symptom begins with what an operator sees, and each alert is one of them', () => {
  const [, symptoms = ''] = runbook.split('\n## When something is wrong\n');
  const alerts = readFileSync(inRoot('deploy/prometheus/alerts.yaml'), 'utf8');
  const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !symptoms.includes(name))).toEqual([]);
});

test('what is not there would be found', () => {
  expect(quotedTexts('`the moon is away` and `npm run x` and `/readyz`')).toEqual(['the moon is away']);
  expect(isWritten('the moon is away')).toBe(false);
  expect(isWritten('error in a browser')).toBe(true);
});
