import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { afterSecondTry, readJestReport, readPlaywrightReport } from './test-results.mjs';
import { workspacesOf } from './workspaces.mjs';

/** One more than there are cores: some tests wait for processes, and the others have the time meanwhile. */
const WORKERS = availableParallelism() + 1;
/** Files that are tried again at most: where more fail, it is not by chance. */
const TRIED_AGAIN = 5;

/** @typedef {import('./test-results.mjs').TestReport} TestReport */

/**
 * Runs the unit, API and screen tests, in groups of files. On a machine that decides what lands, a test that fails once
 * has a second try, alone; not in the long list.
 * @param {{ all?: boolean, env: NodeJS.ProcessEnv, platform?: 'node' | 'web', order?: (files: string[]) => string[],
 *   priority?: number }} how as of findTests; `order`: puts the files in another order; `priority`: as of run
 */
export async function runJest({ all = false, env, platform, order = (files) => files, priority }) {
  const tests = findTests({ all, platform });
  const name = platform ?? 'groups';
  const report = await runFiles(order(tests), { env, name, workers: WORKERS, priority });
  const files = [...new Set(report.failed.map(({ file }) => file))].filter((file) => tests.includes(file));
  if (all || !env.CI || files.length === 0 || files.length > TRIED_AGAIN) return report;
  const again = await runFiles(files, { env, name: `${name}-again`, workers: 1 });
  return afterSecondTry(report, again);
}

/** @param {string[]} files @param {{ env: NodeJS.ProcessEnv, name: string, workers: number, priority?: number }} how */
async function runFiles(files, { env, name, workers, priority }) {
  const folder = inRoot('test-results', name);
  const output = inRoot('test-results', `${name}.json`);
  writeGroups(groupTests(files), folder);
  const args = [
    // Room for young objects (MB): an eighth less time goes into collecting them. Jest passes it on to its workers.
    '--max-semi-space-size=64',
    inRoot('node_modules', 'jest', 'bin', 'jest.js'),
    '--ci',
    `--maxWorkers=${workers}`,
    // Of the machine's memory: a worker above it ends with its group, and the next one loads everything again.
    '--workerIdleMemoryLimit=8%',
    `--cacheDirectory=${inRoot('node_modules', '.cache', 'jest')}`,
    `--reporters=${inRoot('packages', 'build', 'jest-progress.cjs')}`,
    '--json',
    `--outputFile=${output}`,
  ];
  const how = { env: { ...env, TEST_GROUPS: folder }, priority };
  return runRunner('jest', 'jest', args, how, () => readJestReport(output));
}

/** Runs the browser tests. @param {NodeJS.ProcessEnv} env */
export function runPlaywright(env) {
  const args = [inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=dot,json'];
  const output = inRoot('test-results', 'e2e.json');
  const how = { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: output } };
  return runRunner('playwright', 'e2e', args, how, () => readPlaywrightReport(output));
}

/**
 * @param {string} runner @param {string} place of a failure that is no test's
 * @param {string[]} args @param {Parameters<typeof run>[3]} how @param {() => TestReport} read
 */
async function runRunner(runner, place, args, how, read) {
  let ended = '';
  await run(runner, process.execPath, args, { ...how, show: true }).catch((error) => {
    ended = String(error);
  });
  const report = read();
  // It has the tests that failed; without one, this is all there is.
  if (ended && report.failed.length === 0)
    report.failed.push({ file: place, title: 'ends in order', message: ended });
  return report;
}

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
function findTests({ all = false, platform } = {}) {
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
function groupTests(files) {
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
function writeGroups(groups, folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const platform of Object.keys(GROUP_SIZES)) mkdirSync(join(folder, platform), { recursive: true });
  for (const [index, { platform, files }] of groups.entries()) {
    const place = join(folder, platform);
    const pathOf = (/** @type {string} */ file) => relative(place, join(ROOT, file));
    const lines = files.map((file) => describeFile(file, pathOf(file)));
    writeFileSync(join(place, `group-${String(index).padStart(3, '0')}.test.cjs`), lines.join('\n'));
  }
}

/** A file that cannot be loaded is a test that fails: the others of its group still run. @param {string} file @param {string} path of it */
const describeFile = (file, path) => `describe(${JSON.stringify(file)}, () => {
  try {
    require(${JSON.stringify(path)});
  } catch (error) {
    test('loads', () => {
      throw error;
    });
  }
});
`;
