import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './command.mjs';
import { inRoot } from './paths.mjs';
import { freePort } from './ports.mjs';
import { until } from './until.mjs';

/**
 * @typedef {{ keyword: string, flags: Record<string, string>, value: string }} Instruction
 * @typedef {{ name: string, from: string, instructions: Instruction[] }} Stage `from`: an earlier stage or an image
 */

/**
 * Reads the part of the format that our file uses: one instruction a line, comments, `--flags`.
 * @param {string} file @throws {Error} naming the line that is anything else
 */
export function readDockerfile(file) {
  /** @type {Stage[]} */
  const stages = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const from = /^FROM (\S+) AS (\S+)$/.exec(line);
    const other = /^(WORKDIR|COPY|RUN|ENV|USER|EXPOSE|HEALTHCHECK|CMD) (.+)$/.exec(line);
    if (from) stages.push({ name: from[2], from: from[1], instructions: [] });
    else if (other && stages.length > 0) stages[stages.length - 1].instructions.push(instruction(other));
    else throw new Error(`${file}, line ${index + 1}: not understood: ${line}`);
  }
  return stages;
}

/** @param {RegExpExecArray} match  @returns {Instruction} */
function instruction([, keyword, text]) {
  const [flags = ''] = /^(--[a-z-]+=\S+ )*/.exec(text) ?? [];
  const pairs = [...flags.matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name, value]) => [name, value]);
  return { keyword, flags: Object.fromEntries(pairs), value: text.slice(flags.length) };
}

/** A stage's instructions after those of the stages that it is made from. @param {Stage[]} stages @param {string} name @returns {Instruction[]} */
function lineage(stages, name) {
  const stage = stages.find((each) => each.name === name);
  return stage ? [...lineage(stages, stage.from), ...stage.instructions] : [];
}

/** What an image is run with. @param {Stage[]} stages @param {string} name */
export function settingsOf(stages, name) {
  const all = lineage(stages, name);
  const last = (/** @type {string} */ keyword) =>
    all.findLast((each) => each.keyword === keyword)?.value ?? '';
  const env = all
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ value }) => value.split(' ').map((pair) => pair.split('=')));
  return {
    /** @type {Record<string, string>} */
    env: Object.fromEntries(env),
    user: last('USER'),
    workdir: last('WORKDIR'),
    ports: last('EXPOSE').split(' '),
    /** @type {string[]} */
    command: JSON.parse(last('CMD') || '[]'),
    /** @type {string[]} */
    healthcheck: JSON.parse(/CMD (.*)$/.exec(last('HEALTHCHECK'))?.[1] ?? '[]'),
    copies: all.filter(({ keyword }) => keyword === 'COPY'),
    runs: all.filter(({ keyword }) => keyword === 'RUN'),
  };
}

const HEALTHY_MS = 60_000;
const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;
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

/** A new folder that this user can reach: the one for temporary files may be closed to others. */
export function imageFolder() {
  const folder = mkdtempSync(join(USER.uid === undefined ? tmpdir() : '/tmp', 'partnerdesk-image-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Hands a folder to the user who runs the image. @param {string} path */
export function giveAway(path) {
  if (USER === NOBODY) chownSync(path, NOBODY.uid, NOBODY.gid);
}

/**
 * Runs an image's command in its folder, by a user who may write to its data folder only, until its own health check
 * passes; then ends it as an engine does.
 * @param {ReturnType<typeof settingsOf>} settings @param {string} root the image's file system
 * @param {NodeJS.ProcessEnv} operator what the operator sets
 * @throws {Failure} with the log, when it ends or does not get healthy
 */
export async function runImage(settings, root, operator) {
  const cwd = join(root, settings.workdir);
  const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
  const env = { PATH, ...settings.env, DATA_DIR: join(root, settings.env.DATA_DIR), ...ports, ...operator };
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
  try {
    execFileSync(command, args, { cwd, env: { ...env, PATH }, ...USER, stdio: 'pipe', maxBuffer: 1e8 });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {any} */ (error);
    throw new Failure(`${command} ${args.join(' ')} failed.`, `${stdout}\n${stderr}`.split('\n').slice(-40));
  }
}
