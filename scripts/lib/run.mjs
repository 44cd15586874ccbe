import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';
import { ROOT } from './paths.mjs';

const KEPT_CHARACTERS = 8000;

/**
 * Runs a program to its end and keeps its output to itself, unless it fails.
 * @param {string} what names the work in the message
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal, show?: boolean }} [how] `show`: its output
 *   goes to the terminal
 * @returns {Promise<void>}
 * @throws {Failure} with the end of its output
 */
export function run(what, command, args, { cwd = ROOT, env = process.env, signal, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      signal,
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
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
