import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './paths.mjs';
import { workspacesOf } from './workspaces.mjs';

/*
 * Jest gives each test file modules of its own, and loading the domain or the web app takes longer than most files'
 * tests. The whole run therefore loads files in groups: a group is one file for jest, each test file a `describe` in it.
 */

/** Tests that run programs or draw many answers: their files take longest, so each is a group of its own. */
const IS_LONG = /\b(builtProgram|spawn|expectSurvivesAnyAnswer|runChaos)\(/;
/** A file that replaces modules needs its own. */
const NEEDS_OWN_MODULES = /^\s*jest\.(mock|doMock|isolateModules)\(/m;
/** What takes minutes by nature runs in `npm run test:all` only. */
const IS_FOR_ALL = /\.long\.test\.\w+$/;

/**
 * Files of one group at most. Three groups of twelve made into one take a fifth less of the processor; what they hold in
 * memory stays below what a worker may have.
 */
const GROUP_SIZES = { node: 36, web: 24 };

/** @typedef {{ platform: 'node' | 'web', files: string[] }} TestGroup `files` from the root */

/**
 * The unit, API and screen tests, from the root; new files that git does not track yet, too.
 * @param {{ all?: boolean, platform?: 'node' | 'web' }} [which] `all`: with those of `npm run test:all`; `platform`: no others
 */
export function findTests({ all = false, platform } = {}) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    .split('\n')
    .filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file) && existsSync(join(ROOT, file)))
    .filter((file) => all || !IS_FOR_ALL.test(file))
    .filter((file) => !platform || platformOf(file) === platform)
    .sort();
}

/**
 * In the order in which they run: single files at the end, where they keep all workers busy, first those of scripts and
 * workers, which take longest: a worker that is left with one would be the last by minutes.
 * @param {string[]} files from the root @returns {TestGroup[]}
 */
export function groupTests(files) {
  /** @type {TestGroup[][]} */
  const [alone, full] = [[], []];
  /** @type {Map<string, TestGroup>} */
  const open = new Map();
  for (const file of files) {
    const platform = platformOf(file);
    const source = readFileSync(join(ROOT, file), 'utf8');
    if (IS_LONG.test(source) || NEEDS_OWN_MODULES.test(source)) {
      alone.push({ platform, files: [file] });
      continue;
    }
    // Each remote has endpoints of its own, some of the same name.
    const together = platform === 'web' ? workspaceOf(file) : platform;
    const group = open.get(together) ?? { platform, files: [] };
    group.files.push(file);
    open.set(together, group);
    if (group.files.length < GROUP_SIZES[platform]) continue;
    full.push(group);
    open.delete(together);
  }
  return [...full, ...open.values(), ...alone.reverse()];
}

/** Folders of what runs in a browser. */
const BROWSER = workspacesOf().flatMap(({ path, platform }) => (platform === 'browser' ? [`${path}/`] : []));

/** @param {string} file @returns {'node' | 'web'} */
const platformOf = (file) => (BROWSER.some((path) => file.startsWith(path)) ? 'web' : 'node');

/** @param {string} file */
function workspaceOf(file) {
  const [first, second] = file.split('/');
  return first === 'packages' ? `${first}/${second}` : String(first);
}

/** Writes each group as a test file, numbered in their order. @param {TestGroup[]} groups @param {string} folder emptied first */
export function writeGroups(groups, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const platform of Object.keys(GROUP_SIZES)) mkdirSync(join(folder, platform), { recursive: true });
  for (const [index, { platform, files }] of groups.entries()) {
    const place = join(folder, platform);
    const pathOf = (/** @type {string} */ file) => relative(place, join(ROOT, file));
    const lines = files.map((file) => describeFile(file, pathOf(file), timesFile(folder)));
    writeFileSync(join(place, `group-${String(index).padStart(3, '0')}.test.cjs`), lines.join('\n'));
  }
}

/** @param {string} folder of the groups */
const timesFile = (folder) => join(folder, 'times.ndjson');

/** A file that cannot be loaded is a test that fails: the others of its group still run. @param {string} file @param {string} path of it @param {string} times */
const describeFile = (file, path, times) => `describe(${JSON.stringify(file)}, () => {
  let beginMs = 0;
  beforeAll(() => {
    beginMs = performance.now();
  });
  const startMs = performance.now();
  try {
    require(${JSON.stringify(path)});
  } catch (error) {
    test('loads', () => {
      throw error;
    });
  }
  const loadMs = performance.now() - startMs;
  afterAll(() => {
    const ms = Math.round(loadMs + performance.now() - beginMs);
    require('node:fs').appendFileSync(${JSON.stringify(times)}, JSON.stringify({ file: ${JSON.stringify(file)}, ms }) + '\\n');
  });
});
`;

/** How long each file took, loading included. @param {string} folder of the groups @returns {{ file: string, ms: number }[]} */
export function readTimes(folder) {
  const file = timesFile(folder);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}
