import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './until.mjs';

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
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
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
