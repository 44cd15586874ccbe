import { parseArgs } from 'node:util';
import { findChromium, installTestPrograms } from './browser.mjs';
import { Failure } from './failure.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/**
 * Walks the screens and states of e2e/support/screens.ts in Chromium, over a system of its own.
 * @param {string} usage printed for --help
 * @param {Record<string, { type: 'string' | 'boolean', default?: string }>} options besides --only, --part and --help
 * @param {(values: Record<string, string | boolean | undefined>) => { spec: string, env: NodeJS.ProcessEnv }} plan
 *   the spec to run, and what it reads from the environment
 * @returns {Promise<number>} exit code
 */
export async function walkScreens(usage, options, plan) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      part: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h' },
      ...options,
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  await ensureInstalled(undefined, console.log);
  await installTestPrograms(console.log);
  if (!findChromium())
    throw new Failure('No Chromium: install it (Debian: apt-get install chromium-headless-shell).');
  const { spec, env } = plan(values);
  const playwright = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const part = values.part ? ['--grep', String(values.part)] : [];
  try {
    await run('The walk', process.execPath, [playwright, 'test', '--fully-parallel', spec, ...part], {
      env: {
        ...process.env,
        CHROMIUM_PATH: findChromium(),
        SCREENS_ONLY: String(values.only),
        ...env,
      },
      show: true,
    });
    return 0;
  } catch (error) {
    if (error instanceof Failure) return 1;
    throw error;
  }
}
