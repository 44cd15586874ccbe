import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './until.mjs';

/** What asks a process to end. @type {readonly NodeJS.Signals[]} */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Something that two processes with the same number, one after the other, do not share: the time of the start.
 * @param {number} pid
 * @returns {string | undefined} undefined: no such process is alive
 */
export function processStamp(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return undefined;
  }
  return process.platform === 'linux' ? linuxStamp(pid) : psStamp(pid);
}

/** @param {number} pid */
function linuxStamp(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; what follows it is: state, then numbers, the 20th the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function psStamp(pid) {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * A process that we may end: its number alone could meanwhile belong to somebody else.
 * @typedef {{ name: string, pid: number, stamp: string | undefined }} Known
 */

/** @param {Known} known */
export function isAlive(known) {
  const stamp = processStamp(known.pid);
  return stamp !== undefined && stamp === known.stamp;
}

/**
 * Asks a process to end, then makes it end. Waits until it is gone.
 * @param {Known} known
 * @param {number} graceMs how long it may take by itself
 */
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
export async function waitUntilCleared(pid, timeoutMs) {
  await until(() => !signal(pid, 0), timeoutMs);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} name 0: none
 * @returns {boolean} false: it is gone, or somebody else's
 */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
