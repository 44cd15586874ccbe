import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { inRoot } from './paths.mjs';

/**
 * One package of this repository, as its own files describe it.
 * @typedef {object} Workspace
 * @property {string} path folder, from the root
 * @property {string} name of the package
 * @property {'browser' | 'node'} platform by the TypeScript preset that it extends
 * @property {string[]} projects its TypeScript projects, as `tsc -b` takes them; the tests' own last
 * @property {boolean} bundled whether webpack builds it
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The workspaces that package.json names, the only list of them: builds, import rules, tests and types follow it.
 * @returns {Workspace[]}
 */
export function workspacesOf() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = readJson(inRoot('package.json'));
  return workspaces.flatMap(foldersOf).map(readWorkspace);
}

/** @param {string} pattern a folder, or one whose last name has a `*` */
function foldersOf(pattern) {
  const parts = pattern.split('/');
  const last = /** @type {string} */ (parts.pop());
  if (!last.includes('*')) return [pattern];
  const named = new RegExp(`^${last.replace('*', '.*')}$`);
  return readdirSync(inRoot(...parts))
    .filter((name) => named.test(name))
    .map((name) => join(...parts, name))
    .filter((path) => existsSync(inRoot(path, 'package.json')))
    .sort();
}

/** @param {string} path  @returns {Workspace} */
function readWorkspace(path) {
  const has = (/** @type {string} */ name) => existsSync(inRoot(path, name));
  const projects = [
    ...(has('tsconfig.json') ? [path] : []),
    ...(has('tsconfig.test.json') ? [join(path, 'tsconfig.test.json')] : []),
  ];
  const preset = has('tsconfig.json') ? String(readJson(inRoot(path, 'tsconfig.json')).extends) : '';
  return {
    path,
    name: readJson(inRoot(path, 'package.json')).name,
    platform: preset.endsWith('/tsconfig.web.json') ? 'browser' : 'node',
    projects,
    bundled: has('webpack.config.cjs'),
  };
}
