import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { inRoot } from './paths.mjs';

/**
 * One package of this repository, as its own files describe it. `path`: its folder, from the root; `platform`: by the preset
 * that it extends; `projects`: those of TypeScript, as `tsc -b` takes them, the tests' own last; `bundled`: by webpack.
 * @typedef {{ path: string, name: string, platform: 'browser' | 'node', projects: string[], bundled: boolean }} Workspace
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The workspaces that package.json names, the only list of them: builds, import rules, tests and types follow it. */
export function workspacesOf() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = readJson(inRoot('package.json'));
  return workspaces.flatMap(foldersOf).map(readWorkspace);
}

/** @param {string} pattern a folder, or one whose last name has a `*` */
function foldersOf(pattern) {
  const parent = dirname(pattern);
  const named = new RegExp(`^${basename(pattern).replace('*', '.*')}$`);
  return readdirSync(inRoot(parent))
    .filter((name) => named.test(name) && existsSync(inRoot(parent, name, 'package.json')))
    .map((name) => join(parent, name))
    .sort();
}

/** @param {string} path @returns {Workspace} */
function readWorkspace(path) {
  const has = (/** @type {string} */ name) => existsSync(inRoot(path, name));
  const preset = has('tsconfig.json') ? String(readJson(inRoot(path, 'tsconfig.json')).extends) : '';
  return {
    path,
    name: readJson(inRoot(path, 'package.json')).name,
    platform: preset.endsWith('/tsconfig.web.json') ? 'browser' : 'node',
    projects: [
      ...(has('tsconfig.json') ? [path] : []),
      ...(has('tsconfig.test.json') ? [join(path, 'tsconfig.test.json')] : []),
    ],
    bundled: has('webpack.config.cjs'),
  };
}
