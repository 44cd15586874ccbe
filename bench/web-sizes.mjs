import { existsSync, readFileSync, statSync } from 'node:fs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { workspacesOf } from '../scripts/lib/workspaces.mjs';

/** In kB of brotli (docs/decisions/federation.md, Weight). */
const GOAL = { js: 125, css: 15, screen: 30 };

/**
 * What comes over the wire: the shell's first load, and the heaviest screen of each remote, its entry included.
 * @returns {import('./web.mjs').Figure[]}
 */
export function measureSizes() {
  const shell = inRoot('shell', 'dist');
  const html = readFileSync(`${shell}/index.html`, 'utf8');
  const first = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  );
  const firsts = /** @type {const} */ (['js', 'css']).map((type) => {
    const value = kB(
      shell,
      first.filter((name) => name.endsWith(`.${type}`)),
    );
    return { what: `first ${type} of the shell, brotli`, value, goal: GOAL[type], unit: 'kB' };
  });
  const remotes = workspacesOf().filter(({ path }) => path.startsWith('mfe-'));
  return [...firsts, ...remotes.map(({ path }) => heaviest(path))];
}

/** @param {string} remote its folder */
function heaviest(remote) {
  const dist = inRoot(remote, 'dist');
  /** @type {Record<string, string[]>} */
  const screens = JSON.parse(readFileSync(`${dist}/screens.json`, 'utf8'));
  const [[path, value] = ['', 0]] = Object.entries(screens)
    .map(([screen, files]) => /** @type {const} */ ([screen, kB(dist, files)]))
    .sort((one, other) => other[1] - one[1]);
  return { what: `heaviest screen of ${remote}: ${path}`, value, goal: GOAL.screen, unit: 'kB' };
}

/** @param {string} folder @param {string[]} names */
function kB(folder, names) {
  const sizeOf = (/** @type {string} */ file) =>
    statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  return names.reduce((sum, name) => sum + sizeOf(`${folder}/${name}`), 0) / 1000;
}
