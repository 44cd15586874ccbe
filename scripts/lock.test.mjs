/** The lock file as other machines need it: exact, complete for every platform, and for the oldest Node that we promise. */
import { readFileSync } from 'node:fs';
// @ts-expect-error: it ships no types
import { satisfies } from 'semver';
import { inRoot } from './lib/paths.mjs';

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [inBundle] it is in the file of the package that it lies in
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {{ node?: string }} [engines]
 */

const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const OLDEST_NODE = engines.node.replace('>=', '');

/** @returns {Record<string, Entry>} by path, '' for the root */
const entriesOfLock = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;

/**
 * Where Node would look for a package, the nearest first.
 * @param {string} path of the package that asks
 * @param {string} name
 * @returns {string[]}
 */
function placesOf(path, name) {
  const folders = path.split('/');
  return folders
    .map((_, index) => folders.slice(0, folders.length - index).join('/'))
    .filter((folder) => !folder.endsWith('node_modules'))
    .map((folder) => `${folder}/node_modules/${name}`)
    .concat(`node_modules/${name}`);
}

/**
 * A binary that the lock does not name is never installed, on any machine, and `npm ci` refuses the file.
 * @param {Record<string, Entry>} entries
 * @returns {string[]} a line for each
 */
const missingBinaries = (entries) =>
  Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(path, name).some((place) => entries[place]))
      .map((name) => `${path} lacks ${name}`),
  );

/**
 * @param {Record<string, Entry>} entries
 * @returns {string[]} a line for each package that does not run on the oldest Node
 */
const tooNew = (entries) =>
  Object.entries(entries).flatMap(([path, entry]) =>
    !entry.engines?.node || satisfies(OLDEST_NODE, entry.engines.node)
      ? []
      : [`${path} ${entry.version} needs Node ${entry.engines.node}`],
  );

/**
 * A package without a hash is whatever the registry serves, and a range is another version on another day.
 * @param {Record<string, Entry>} entries
 * @returns {string[]} a line for each
 */
const inexact = (entries) =>
  Object.entries(entries).flatMap(([path, entry]) => {
    if (path.includes('node_modules/'))
      return entry.link || entry.inBundle || /^sha512-/.test(entry.integrity ?? '')
        ? []
        : [`${path} has no hash`];
    return Object.entries({ ...entry.dependencies, ...entry.devDependencies })
      .filter(([name, range]) => !/^(\d|file:)/.test(range) && !name.startsWith('@partnerdesk/'))
      .map(([name, range]) => `${path} takes ${name} ${range}`);
  });

test('every package is one version with its hash, and what we ask for is that version', () => {
  expect(inexact(entriesOfLock())).toEqual([]);
});

test('the lock names the binaries of every platform', () => {
  expect(missingBinaries(entriesOfLock())).toEqual([]);
});

test('every package runs on the oldest Node that package.json and README promise', () => {
  expect(OLDEST_NODE).toBe('20.19.0');
  expect(readFileSync(inRoot('README.md'), 'utf8')).toContain('Node ≥ 20.19 ');
  expect(tooNew(entriesOfLock())).toEqual([]);
});

test('a range, a package without its hash, a missing binary and a package for a newer Node would be found', () => {
  const entries = {
    '': { version: '1.0.0', dependencies: { a: '^1.0.0' }, devDependencies: { b: '3.0.0' } },
    'node_modules/a': {
      integrity: 'sha512-a',
      optionalDependencies: { 'a-darwin': '1.0.0', 'a-linux': '1.0.0', 'a-win32': '1.0.0' },
    },
    'node_modules/a/node_modules/a-linux': { version: '1.0.0', inBundle: true },
    'node_modules/a-win32': { version: '2.0.0', link: true, engines: { node: '^20.19.0 || >=22' } },
    'node_modules/b': { version: '3.0.0', engines: { node: '>= 22.11.0' } },
  };
  expect(inexact(entries)).toEqual([' takes a ^1.0.0', 'node_modules/b has no hash']);
  expect(missingBinaries(entries)).toEqual(['node_modules/a lacks a-darwin']);
  expect(tooNew(entries)).toEqual(['node_modules/b 3.0.0 needs Node >= 22.11.0']);
});
