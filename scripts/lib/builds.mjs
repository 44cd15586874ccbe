import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Failure } from './command.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { workspacesOf } from './workspaces.mjs';

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockEntry */

/** @param {string} file @returns {Record<string, LockEntry> | undefined} */
const entriesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);

/** What npm says it has installed. */
const installedEntries = () => entriesOf(inRoot('node_modules', '.package-lock.json'));

/**
 * Whether node_modules holds what the lock file names. Other platforms' optional packages may be missing.
 * @param {{ tests: boolean }} which `tests`: also what only tests, checks and benches need (devDependencies)
 */
export function isInstalled({ tests }) {
  const present = installedEntries();
  if (!present) return false;
  return Object.entries(entriesOf(inRoot('package-lock.json')) ?? {}).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || (wanted.dev && !tests)) return true;
    const found = present[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && existsSync(inRoot(path));
  });
}

/**
 * Installs the packages when they are missing or older than the lock file.
 * @param {{ tests?: boolean, signal?: AbortSignal, say?: (line: string) => void }} [how] `tests`: as of isInstalled (default);
 *   where these are installed, they stay
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function ensureInstalled({ tests = true, signal, say } = {}) {
  if (isInstalled({ tests })) return false;
  say?.('Installing the packages…');
  const whole = tests || Object.values(installedEntries() ?? {}).some(({ dev }) => dev);
  // `npm ci` would begin by removing node_modules; `--no-save` leaves the lock file as it is.
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  if (!whole) args.push('--omit=dev');
  await run('npm install', 'npm', args, { signal });
  if (isInstalled({ tests })) return true;
  throw new Failure('npm install left packages out: remove node_modules and try again.');
}

const WORKSPACES = workspacesOf();
/** The compiler's projects that the servers and scripts run from. */
const SERVER_PROJECTS = WORKSPACES.filter(
  ({ path, platform, projects }) => platform === 'node' && projects.includes(path),
).map(({ path }) => path);
/** Those of them that a command on the data needs; what they refer to is built with them. */
export const COMMAND_PROJECTS = ['packages/embedded-mongo', 'packages/domain', 'packages/queues'];
const SHELL = 'shell';
/** Bundled for the browser. */
export const BUNDLES = WORKSPACES.filter(({ bundled }) => bundled).map(({ path }) => path);
/** What goes into every bundle besides its own folder. */
const SHARED_INPUTS = ['packages/web', 'packages/contracts', 'packages/build', 'package-lock.json'];
const OUTPUTS = new Set(['node_modules', 'dist', '.types']);
/** Files and folders that no bundle has: tests, what they share (`testing`), and jest's presets. */
const FOR_TESTS = /\.test\.tsx?$|^testing(\.tsx?)?$|^jest-/;

/** The files of a folder, sorted, without what is made or only tests it. @param {string} path @returns {string[]} */
function filesOf(path) {
  const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
  return entries
    .filter(({ name }) => !OUTPUTS.has(name) && !FOR_TESTS.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}

/** @param {string[]} names files and folders below the root */
function hashOf(names) {
  const hash = createHash('sha256');
  for (const path of names.map((name) => inRoot(name)))
    for (const file of path.endsWith('.json') ? [path] : filesOf(path))
      hash.update(`${relative(ROOT, file)}\0${readFileSync(file, 'latin1')}\0`);
  return hash.digest('hex');
}

/** @param {string} bundle */
const stampFile = (bundle) => inRoot('.cache', 'build', `${bundle}.json`);

/** What its last build was made from, if all that it wrote is still there. @param {string} bundle @returns {string | undefined} */
function lastBuild(bundle) {
  try {
    const { inputs, outputs } = JSON.parse(readFileSync(stampFile(bundle), 'utf8'));
    const isThere = (/** @type {string} */ name) => existsSync(inRoot(bundle, 'dist', name));
    return outputs.length > 0 && outputs.every(isThere) ? inputs : undefined;
  } catch {
    return undefined;
  }
}

/** Somebody else writes into its folder from now on: its next build makes everything. @param {string} bundle */
export const forgetBuild = (bundle) => rmSync(stampFile(bundle), { force: true });

/** Builds those of the bundles that changed, and returns them; in one process: webpack warms up once. @param {string[]} bundles @param {AbortSignal} [signal] */
async function buildBundles(bundles, signal) {
  const inputs = new Map(bundles.map((bundle) => [bundle, hashOf([bundle, ...SHARED_INPUTS])]));
  const changed = bundles.filter((bundle) => lastBuild(bundle) !== inputs.get(bundle));
  if (changed.length === 0) return changed;
  // A build that is cut short must not look like the last whole one.
  for (const bundle of changed) forgetBuild(bundle);
  await runWebpack(changed, {}, signal);
  for (const bundle of changed) {
    const outputs = readdirSync(inRoot(bundle, 'dist'), { recursive: true }).map(String);
    mkdirSync(dirname(stampFile(bundle)), { recursive: true });
    writeFileSync(stampFile(bundle), JSON.stringify({ inputs: inputs.get(bundle), outputs }));
  }
  return changed;
}

/** @param {string[]} bundles @param {NodeJS.ProcessEnv} env @param {AbortSignal} [signal] */
export async function runWebpack(bundles, env, signal) {
  const webpack = inRoot('node_modules', 'webpack', 'bin', 'webpack.js');
  const configs = bundles.flatMap((bundle) => ['--config', inRoot(bundle, 'webpack.config.cjs')]);
  const how = { env: { ...process.env, NODE_ENV: 'production', ...env }, signal };
  await run(`The build of ${bundles.join(', ')}`, process.execPath, [webpack, ...configs], how);
}

/**
 * Runs the compiler over projects and what they refer to. Two projects at a time, each by one checker: several of one project
 * work out the database library's types each for itself, which took 70 s of a processor for the whole where this takes 27.
 * @param {string[]} projects none: all @param {string[]} flags @param {Parameters<typeof run>[3]} [how]
 */
async function compile(projects, flags, how) {
  const tsc = inRoot('node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-b', '--builders', '2', '--checkers', '1', ...flags, ...projects];
  await run('The compiler', process.execPath, args, how);
}

/** Checks the types of projects and of what they refer to; prints what is wrong. @param {string[]} projects none: all @throws Failure */
export const checkTypes = (projects) => compile(projects, [], { show: true });

/**
 * Compiles without a check of types, as the bundles are: it takes a quarter of the time. Returns whether there was anything to do.
 * @param {AbortSignal} [signal] @param {string[]} [projects]
 */
export async function buildServers(signal, projects = SERVER_PROJECTS) {
  const before = compiledAt();
  await compile(projects, ['--noCheck'], { signal });
  return compiledAt() > before;
}

/** When any server project was last compiled (ms). */
function compiledAt() {
  const infos = SERVER_PROJECTS.map((project) => inRoot(project, 'dist', '.tsbuildinfo'));
  return Math.max(0, ...infos.filter((info) => existsSync(info)).map((info) => statSync(info).mtimeMs));
}

/**
 * Builds what changed since it was last built: the servers, then the bundles, the shell beside the remotes.
 * @param {(names: string, seconds: number) => void} onBuilt called for each part that had to be built
 * @param {AbortSignal} [signal] @param {() => Promise<void>} [withServers] needs the servers' builds alone; it runs beside the bundles
 * @throws {import('./command.mjs').Failure} with the output of the part that failed
 */
export async function buildAll(onBuilt, signal, withServers = async () => {}) {
  const build = async (/** @type {() => Promise<string[]>} */ run) => {
    const started = Date.now();
    const built = await run();
    if (built.length > 0) onBuilt(built.join(', '), (Date.now() - started) / 1000);
  };
  await build(async () => ((await buildServers(signal)) ? ['servers'] : []));
  const remotes = BUNDLES.filter((bundle) => bundle !== SHELL);
  await Promise.all([
    withServers(),
    ...[[SHELL], remotes].map((bundles) => build(() => buildBundles(bundles, signal))),
  ]);
}
