import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { settingsOf } from './dockerfile.mjs';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { freePort } from './ports.mjs';
import { until } from './until.mjs';

/** @typedef {import('./dockerfile.mjs').Stage} Stage */

const HEALTHY_MS = 60_000;
/** The user `nobody` on Debian. */
const NOBODY = { uid: 65_534, gid: 65_534 };
/**
 * Root lets `nobody` run what an image runs, unless this folder is closed to others; everybody else runs it themselves.
 * @type {{ uid?: number, gid?: number }}
 */
export const USER =
  process.getuid?.() === 0 && spawnSync('test', ['-r', inRoot('package.json')], NOBODY).status === 0
    ? NOBODY
    : {};

/** @returns {string} a new folder that this user can reach: the one for temporary files may be closed to others */
export function imageFolder() {
  const folder = mkdtempSync(join(USER.uid === undefined ? tmpdir() : '/tmp', 'partnerdesk-image-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** @param {string} path  hands a folder to the user who runs the image */
export function giveAway(path) {
  if (USER !== NOBODY) return;
  chownSync(path, NOBODY.uid, NOBODY.gid);
}

/**
 * The last stage of an image from what is built on this machine: the programs copied, the packages linked. Bundles that
 * are not built are left out.
 * @param {Stage[]} stages @param {string} image
 * @param {string} root an empty folder, see imageFolder
 */
export function linkImage(stages, image, root) {
  const { copies, workdir } = settingsOf(stages, image);
  const app = join(root, workdir);
  mkdirSync(join(app, 'node_modules', '@partnerdesk'), { recursive: true });
  cpSync(inRoot('package.json'), join(app, 'package.json'));
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@partnerdesk' && !name.startsWith('.'))
      symlinkSync(inRoot('node_modules', name), join(app, 'node_modules', name));
  for (const { value } of copies.filter(({ flags }) => flags.from === 'output')) {
    const [from, to] = value.split(' ');
    const source = inRoot(from.replace(`${workdir}/`, ''));
    const target = to.startsWith('/') ? join(root, to) : join(app, to);
    if (existsSync(source)) cpSync(source, target, { recursive: true });
    else mkdirSync(target, { recursive: true });
    if (to.startsWith('/')) giveAway(target);
    const workspace = dirname(from.replace(`${workdir}/`, ''));
    const manifest = join(workspace, 'package.json');
    if (workspace === '.' || !existsSync(inRoot(manifest))) continue;
    cpSync(inRoot(manifest), join(app, manifest));
    const link = join(app, 'node_modules', '@partnerdesk', workspace.replace('packages/', ''));
    if (workspace.startsWith('packages/') && !existsSync(link)) symlinkSync(join(app, workspace), link);
  }
}

/**
 * Runs an image's command in its folder, by a user who may write to its data folder only, until its own health check
 * passes; then ends it as an engine does.
 * @param {ReturnType<typeof settingsOf>} settings
 * @param {string} root the image's file system
 * @param {NodeJS.ProcessEnv} operator what the operator sets
 * @returns {Promise<{ code: number | null, log: string, readyMs: number }>}
 * @throws {Failure} with the log, when it ends or does not get healthy
 */
export async function runImage(settings, root, operator) {
  const cwd = join(root, settings.workdir);
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...settings.env,
    DATA_DIR: join(root, settings.env.DATA_DIR),
    ...ports,
    ...operator,
  };
  const started = Date.now();
  const [command, ...args] = settings.command;
  const [test, ...testArgs] = settings.healthcheck;
  const child = spawn(command, args, { cwd, env, ...USER, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const isHealthy = () => spawnSync(test, testArgs, { cwd, env, ...USER, timeout: 5000 }).status === 0;
    const isInTime = await until(() => child.exitCode !== null || isHealthy(), HEALTHY_MS, 100);
    if (child.exitCode !== null) throw new Failure(`The image’s command ended:\n${log}`);
    if (!isInTime) throw new Failure(`Never healthy:\n${log}`);
    const readyMs = Date.now() - started;
    child.kill('SIGTERM');
    return { code: await ended, log, readyMs };
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Builds every stage that an image needs, each in a folder of its own, with the very commands of the file.
 * @param {Stage[]} stages
 * @param {{ folder: string, context: string, say: (line: string) => void }} how `context`: a clean copy of the sources
 */
export function buildStages(stages, { folder, context, say }) {
  // Where this machine keeps Node's headers, for packages that are compiled.
  const nodedir = execFileSync('npm', ['config', 'get', 'nodedir'], {
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
  const headers = nodedir === 'undefined' ? {} : { npm_config_nodedir: nodedir };
  for (const stage of stages) {
    const root = join(folder, stage.name);
    const parent = join(folder, stage.from);
    mkdirSync(root);
    giveAway(root);
    // Hard links: a stage only adds and removes files.
    if (existsSync(parent)) as('cp', ['-al', `${parent}/.`, root], '/');
    const { workdir, env } = settingsOf(stages, stage.name);
    const cwd = join(root, workdir);
    for (const { keyword, flags, value } of stage.instructions) {
      if (keyword === 'WORKDIR') as('mkdir', ['-p', cwd], '/');
      if (keyword === 'COPY') {
        const [from, to] = value.split(' ');
        const source = flags.from ? join(folder, flags.from, from) : context;
        const target = to.startsWith('/') ? join(root, to) : join(cwd, to);
        as('mkdir', ['-p', target], '/');
        as('cp', ['-a', `${source}/.`, target], '/');
      }
      // Everything is the one user's here, who may not give it away.
      if (keyword !== 'RUN' || value.startsWith('chown ')) continue;
      const began = Date.now();
      as('/bin/sh', ['-c', value], cwd, { ...env, ...headers, HOME: folder });
      say(`${stage.name}: ${value} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    }
  }
}

/** @param {string} command @param {string[]} args @param {string} cwd @param {NodeJS.ProcessEnv} [env] */
function as(command, args, cwd, env = {}) {
  const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
  try {
    execFileSync(command, args, { cwd, env: { ...env, PATH }, ...USER, stdio: 'pipe', maxBuffer: 1e8 });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {any} */ (error);
    throw new Failure(`${command} ${args.join(' ')} failed.`, `${stdout}\n${stderr}`.split('\n').slice(-40));
  }
}
