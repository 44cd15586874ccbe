import { spawnSync } from 'node:child_process';
import { Failure } from './failure.mjs';
import { run } from './run.mjs';

/** Whether system packages can be installed here without asking anybody. */
const mayInstall = () =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Installs Debian packages when this process may; otherwise does nothing, and the caller says what to do.
 * @param {string[]} names @param {(line: string) => void} say
 */
export async function ensureDebianPackages(names, say) {
  if (!mayInstall()) return;
  say(`Installing ${names.join(' and ')} with apt-get…`);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...names]);
}

/** Its output is shown only when it fails. @param {string[]} args */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', 'apt-get', ['-q', '-o', 'Acquire::Retries=3', ...args], { env });
  } catch (error) {
    if (error instanceof Failure) console.error(error.details.join('\n'));
  }
}
