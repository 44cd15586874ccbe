import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { Failure } from './command.mjs';
import { inRoot } from './paths.mjs';
import { until } from './until.mjs';

/** A log that is longer becomes `<name>.log.1`, which is the only older one kept. */
const MAX_LOG_BYTES = 10_000_000;
const ROTATE_MS = 5000;
const GRACE_MS = 15_000;
const MEMORY_LIMIT = 'it reached its memory limit, raise it with NODE_OPTIONS=--max-old-space-size=8000 (MB)';

/**
 * @typedef {Known & { stage: number, child: import('node:child_process').ChildProcess, log: string,
 *   logStart: number, ended: Promise<string>, end?: string, expected: boolean }} Member
 */

/**
 * The servers that one script starts and ends together. Each runs in a process group of its own, so that Ctrl-C
 * reaches this process only, which then ends them in order: a higher stage first, within a stage as started.
 */
export class ProcessGroup {
  /** @type {Member[]} */
  #members = [];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #watchdog;
  #stopping = false;
  /** @type {NodeJS.Timeout | undefined} */
  #rotation;
  /** @type {(member: Member) => void} */
  #onDeath = () => {};

  /**
   * @param {string} logDir where each member's output goes, `<name>.log`
   * @param {(order: Known[]) => void} [onStart] gets all members after each start
   */
  constructor(logDir, onStart = () => {}) {
    this.logDir = logDir;
    this.onStart = onStart;
  }

  /** Settles when a member ends that was not asked to. @returns {Promise<Member>} */
  firstDeath() {
    const dead = this.#members.find((member) => member.end && !member.expected);
    if (dead) return Promise.resolve(dead);
    return new Promise((resolve) => {
      this.#onDeath = resolve;
    });
  }

  /**
   * Starts a member; `optional`: the others go on when it ends.
   * @param {string} name
   * @param {{ command: string, args: string[], env?: NodeJS.ProcessEnv, cwd?: string, stage: number, optional?: boolean }} how
   */
  start(name, { command, args, env = process.env, cwd, stage, optional = false }) {
    if (this.#stopping) throw new Failure('Stopped.');
    const { fd, log, logStart } = openLog(this.logDir, name);
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', fd, fd], detached: true });
    fs.closeSync(fd);
    const ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      child.once('exit', (code, signal) =>
        resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
      );
    });
    const pid = child.pid ?? 0;
    const stamp = pid ? processStamp(pid) : undefined;
    /** @type {Member} */
    const member = { name, pid, stamp, stage, child, log, logStart, expected: optional, ended };
    void ended.then((end) => {
      member.end = end;
      if (!member.expected) this.#onDeath(member);
    });
    this.#members.push(member);
    this.#rotation ??= setInterval(() => this.rotateLogs(), ROTATE_MS).unref();
    this.#updateWatchdog();
    this.onStart(this.order);
    return member;
  }

  /**
   * What `ready` says, once it says so.
   * @template Answer @param {Member} member @param {() => Answer | Promise<Answer>} ready @param {number} timeoutMs
   * @returns {Promise<NonNullable<Answer>>} @throws {Failure} when the member ends first, or the time is over
   */
  async waitUntil(member, ready, timeoutMs) {
    const answer = await until(() => member.end || ready(), timeoutMs);
    if (member.end) throw deathOf(member);
    if (answer) return /** @type {any} */ (answer);
    const { name, log } = member;
    throw new Failure(`${name} was not ready after ${timeoutMs / 1000} s. Its log: ${log}`, tail(member));
  }

  /** Keeps logs short while their servers go on writing: a line written between copying and emptying is lost. */
  rotateLogs(maxBytes = MAX_LOG_BYTES) {
    for (const member of this.#members) if (rotateLog(member.log, maxBytes)) member.logStart = 0;
  }

  #inOrder() {
    return this.#members.toSorted((a, b) => b.stage - a.stage);
  }

  /** The members in the order in which they are to end. @returns {Known[]} */
  get order() {
    return this.#inOrder().map(({ name, pid, stamp }) => ({ name, pid, stamp }));
  }

  /** Ends all, in order, and waits until they are gone. @param {{ graceMs?: number, onEnd?: (name: string) => void }} [how] */
  async stop({ graceMs = GRACE_MS, onEnd = () => {} } = {}) {
    this.#stopping = true;
    for (const member of this.#members) member.expected = true;
    for (const member of this.#inOrder()) {
      if (member.end) continue;
      await endProcess(member, graceMs);
      // Until this process has taken note, the number of the ended one stays taken.
      await member.ended;
      onEnd(member.name);
    }
    this.#members = [];
    clearInterval(this.#rotation);
    this.#watchdog?.stdin?.end('[]\n');
    this.#watchdog = undefined;
  }

  #updateWatchdog() {
    if (!this.#watchdog) {
      this.#watchdog = spawn(process.execPath, [inRoot('scripts', 'lib', 'watchdog.mjs')], {
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      });
      this.#watchdog.stdin?.on('error', () => {});
      this.#watchdog.unref();
      /** @type {import("node:net").Socket} */ (this.#watchdog.stdin).unref();
    }
    this.#watchdog.stdin?.write(`${JSON.stringify(this.order)}\n`);
  }
}

/** @param {string} dir @param {string} name */
function openLog(dir, name) {
  fs.mkdirSync(dir, { recursive: true });
  const log = join(dir, `${name}.log`);
  rotateLog(log, MAX_LOG_BYTES);
  const fd = fs.openSync(log, 'a', 0o600);
  return { fd, log, logStart: fs.fstatSync(fd).size };
}

/** @param {string} file @param {number} maxBytes @returns {boolean} whether it was emptied */
function rotateLog(file, maxBytes) {
  if (!fs.existsSync(file) || fs.statSync(file).size <= maxBytes) return false;
  try {
    fs.copyFileSync(file, `${file}.1`);
  } catch {
    // A full disk: what is new matters more.
  }
  fs.truncateSync(file);
  return true;
}

/** The last lines that a member wrote in this run. @param {Pick<Member, 'log' | 'logStart'>} member @param {number} [lines] */
export function tail({ log, logStart }, lines = 15) {
  const size = fs.existsSync(log) ? fs.statSync(log).size : 0;
  const length = Math.min(size - logStart, 16_384);
  if (length <= 0) return [];
  const fd = fs.openSync(log, 'r');
  const buffer = Buffer.alloc(length);
  fs.readSync(fd, buffer, 0, length, size - length);
  fs.closeSync(fd);
  return buffer.toString('utf8').trimEnd().split('\n').slice(-lines);
}

/** @param {Member} member that ended without being asked to @returns {Failure} */
export function deathOf(member) {
  // Node prints a trace of many lines after this one.
  const isFull = tail(member, 60).some((line) => line.includes('JavaScript heap out of memory'));
  const reason = `${member.name} ${member.end}${isFull ? `: ${MEMORY_LIMIT}` : ''}; the rest was stopped.`;
  return new Failure(`${reason} Its log: ${member.log}. Start again with: npm start`, tail(member));
}

/** What asks a process to end. @type {readonly NodeJS.Signals[]} */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What two processes with the same number do not share: the time of the start. Undefined: it is gone. @param {number} pid */
export function processStamp(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return undefined;
  }
  try {
    return process.platform === 'linux' ? linuxStamp(pid) : psStamp(pid);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function linuxStamp(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold anything; what follows it is: state, then numbers, the 20th the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

/** @param {number} pid */
const psStamp = (pid) =>
  execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;

/** @typedef {{ name: string, pid: number, stamp?: string }} Known a process that we may end: its number alone may be another's */

/** @param {Omit<Known, 'name'>} known */
export function isAlive({ pid, stamp }) {
  const now = processStamp(pid);
  return now !== undefined && now === stamp;
}

/** Asks a process to end, then makes it end, and waits until it is gone. @param {Known} known @param {number} graceMs for doing so by itself */
export async function endProcess(known, graceMs) {
  if (!isAlive(known)) return;
  signal(known.pid, 'SIGTERM');
  if (await until(() => !isAlive(known), graceMs)) return;
  signal(known.pid, 'SIGKILL');
  await until(() => !isAlive(known), Number.POSITIVE_INFINITY);
}

/**
 * Waits a little until an ended process's number is free: where the first process of a container is slow to clear
 * away what ended, a lock that asks for the number alone takes it for alive.
 * @param {number} pid @param {number} timeoutMs
 */
export const waitUntilCleared = (pid, timeoutMs) => until(() => !signal(pid, 0), timeoutMs);

/** False: it is gone, or somebody else's. @param {number} pid @param {NodeJS.Signals | 0} name 0: none */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
