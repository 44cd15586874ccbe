import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inTurns } from './in-turns.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { workspacesOf } from './workspaces.mjs';

const WORKSPACES = workspacesOf();
/** The compiler's projects that the servers and scripts run from. */
const SERVER_PROJECTS = WORKSPACES.filter(
  ({ path, platform, projects }) => platform === 'node' && projects.includes(path),
).map(({ path }) => path);
/** Those of them that a command on the data needs; what they refer to is built with them. */
export const COMMAND_PROJECTS = ['packages/embedded-mongo', 'packages/domain', 'packages/queues'];
/** Bundled for the browser, the shell first: it takes longest. */
export const BUNDLES = WORKSPACES.filter(({ bundled }) => bundled)
  .map(({ path }) => path)
  .sort((one, other) => Number(other === 'shell') - Number(one === 'shell'));
/** What goes into every bundle besides its own folder. */
const SHARED_INPUTS = ['packages/web', 'packages/contracts', 'packages/build', 'package-lock.json'];
const OUTPUTS = new Set(['node_modules', 'dist', '.types']);
/** Files and folders that no bundle has: tests, what they share (`testing`), and jest's presets. */
const FOR_TESTS = /\.test\.tsx?$|^testing(\.tsx?)?$|^jest-/;
const AT_A_TIME = 2;

/**
 * @param {string} path a file, or a folder without what is made or only tests it
 * @returns {string[]} files, sorted
 */
function filesOf(path) {
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries
    .filter(({ name }) => !OUTPUTS.has(name) && !FOR_TESTS.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}

/**
 * @param {string[]} names files and folders below the root
 * @returns {string}
 */
function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = inRoot(name);
    const files = /\.json$/.test(name) ? [path] : filesOf(path);
    for (const file of files)
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} bundle */
const stampFile = (bundle) => inRoot('.cache', 'build', `${bundle}.json`);

/**
 * What its last build was made from, if all that it wrote is still there.
 * @param {string} bundle
 * @returns {string | undefined}
 */
function lastBuild(bundle) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(stampFile(bundle), 'utf8'));
    const whole =
      outputs.length > 0 &&
      outputs.every((/** @type {string} */ name) => existsSync(inRoot(bundle, 'dist', name)));
    return whole ? inputs : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Somebody else writes into its folder from now on: its next build makes everything.
 * @param {string} bundle
 */
export function forgetBuild(bundle) {
  rmSync(stampFile(bundle), { force: true });
}

/**
 * @param {string} bundle
 * @param {AbortSignal} [signal]
 * @returns {Promise<boolean>} whether there was anything to do
 */
async function buildBundle(bundle, signal) {
  const inputs = hashOf([bundle, ...SHARED_INPUTS]);
  if (lastBuild(bundle) === inputs) return false;
  // A build that is cut short must not look like the last whole one.
  forgetBuild(bundle);
  await runWebpack(bundle, {}, signal);
  const dist = inRoot(bundle, 'dist');
  const outputs = readdirSync(dist, { recursive: true }).map(String);
  mkdirSync(dirname(stampFile(bundle)), { recursive: true });
  writeFileSync(stampFile(bundle), JSON.stringify({ inputs, outputs }));
  return true;
}

/**
 * @param {string} bundle
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [signal]
 */
export async function runWebpack(bundle, env, signal) {
  const webpack = inRoot('node_modules', 'webpack', 'bin', 'webpack.js');
  const how = { cwd: inRoot(bundle), env: { ...process.env, NODE_ENV: 'production', ...env }, signal };
  await run(`The build of ${bundle}`, process.execPath, [webpack], how);
}

/**
 * Runs the compiler over projects and what they refer to; it finds out by itself what changed. Two projects at a time,
 * each by one checker: several of one project work out the database library's types each for itself, which took 70 s of
 * a processor for the whole where this takes 27.
 * @param {string[]} projects none: all
 * @param {Parameters<typeof run>[3]} [how]
 */
export async function compile(projects, how) {
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
  await run(
    'The compiler',
    process.execPath,
    [tsc, '-b', '--builders', '2', '--checkers', '1', ...projects],
    how,
  );
}

/**
 * @param {AbortSignal} [signal]
 * @param {string[]} [projects]
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function buildServers(signal, projects = SERVER_PROJECTS) {
  const before = compiledAt();
  await compile(projects, { signal });
  return compiledAt() > before;
}

/** @returns {number} when any server project was last compiled, in ms */
function compiledAt() {
  const infos = SERVER_PROJECTS.map((project) => inRoot(project, 'dist', '.tsbuildinfo'));
  return Math.max(0, ...infos.filter((info) => existsSync(info)).map((info) => statSync(info).mtimeMs));
}

/**
 * Builds what changed since it was last built: the servers, whose compiler uses every core, then the bundles.
 * @param {(name: string, seconds: number) => void} onBuilt called for each part that had to be built
 * @param {AbortSignal} [signal]
 * @param {() => Promise<void>} [withServers] work that needs the servers' builds alone; it runs beside the bundles
 * @throws {import('./failure.mjs').Failure} with the output of the part that failed
 */
export async function buildAll(onBuilt, signal, withServers = async () => {}) {
  const build = async (/** @type {string} */ name, /** @type {() => Promise<boolean>} */ run) => {
    const started = Date.now();
    if (await run()) onBuilt(name, (Date.now() - started) / 1000);
  };
  await build('servers', () => buildServers(signal));
  const bundles = inTurns(BUNDLES, AT_A_TIME, (name) => build(name, () => buildBundle(name, signal)));
  await Promise.all([withServers(), bundles]);
}
