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
  return runCommand(command, usage, config, async ({ values }) => {
    const { spec, env } = plan(values);
    const [only, part] = [String(values.only), String(values.part)];
    await ensureInstalled({ say: console.log });
    await installTestPrograms(console.log);
    const CHROMIUM_PATH = findChromium();
    if (!CHROMIUM_PATH)
      throw new Failure('No Chromium: install it (Debian: apt-get install chromium-headless-shell).');
    const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const args = [playwright, 'test', '--fully-parallel', spec, ...(part ? ['--grep', part] : [])];
    const how = { env: { ...process.env, CHROMIUM_PATH, SCREENS_ONLY: only, ...env }, show: true };
    // What is broken is in its output.
    return run('The walk', process.execPath, args, how).then(
      () => 0,
      () => 1,
    );
  });
}
