import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { Failure } from './command.mjs';
import { ROOT } from './paths.mjs';

const KEPT_CHARACTERS = 8000;

/**
 * Runs a program to its end and keeps its output to itself, unless it fails.
 * @param {string} what names the work in the message @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal, show?: boolean, priority?: number }} [how]
 *   `show`: its output goes to the terminal; `priority`: its own and that of what it starts, as `os.setPriority` takes it
 * @returns {Promise<void>} @throws {Failure} with the end of its output
 */
export function run(what, command, args, how = {}) {
  const { cwd = ROOT, env = process.env, signal, show = false, priority } = how;
  return new Promise((resolve, reject) => {
    const shown = show ? 'inherit' : 'pipe';
    const child = spawn(command, args, { cwd, env, signal, stdio: ['ignore', shown, shown] });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => reject(new Failure(`${what} could not be started: ${error.message}`)));
    child.once('close', (code, end) => {
      if (code === 0) resolve();
      else reject(new Failure(`${what} failed (${end ?? `code ${code}`}).`, output.trimEnd().split('\n')));
    });
  });
}
