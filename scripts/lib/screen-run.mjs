import { ensureInstalled } from './builds.mjs';
import { Failure, runCommand, text } from './command.mjs';
import { inRoot } from './paths.mjs';
import { findChromium, installTestPrograms } from './programs.mjs';
import { run } from './run.mjs';

/**
 * Runs a command that walks the screens and states of e2e/support/screens.ts in Chromium, over a system of its own.
 * @param {string} command @param {string} usage @param {import('node:util').ParseArgsConfig['options']} options besides
 *   --only and --part @param {(values: Record<string, unknown>) => { spec: string, env: NodeJS.ProcessEnv }} plan
 */
export function walkScreens(command, usage, options, plan) {
  const config = { options: { only: { ...text, default: '' }, part: { ...text, default: '' }, ...options } };
  return runCommand(command, usage, config, async ({ values }) => startWalk(plan(values), values));
}

/** @param {{ spec: string, env: NodeJS.ProcessEnv }} plan @param {Record<string, unknown>} values */
async function startWalk({ spec, env }, { only, part }) {
  await ensureInstalled({ say: console.log });
  await installTestPrograms(console.log);
  if (!findChromium())
    throw new Failure('No Chromium: install it (Debian: apt-get install chromium-headless-shell).');
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const named = part ? ['--grep', String(part)] : [];
  const walk = run('The walk', process.execPath, [playwright, 'test', '--fully-parallel', spec, ...named], {
    env: { ...process.env, CHROMIUM_PATH: findChromium(), SCREENS_ONLY: String(only), ...env },
    show: true,
  });
  // What is broken is in its output.
  return walk.then(
    () => 0,
    () => 1,
  );
}
