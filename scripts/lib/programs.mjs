import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import libreOffice from '../../packages/testing/libreoffice.cjs';
import { Failure } from './command.mjs';
import { run } from './run.mjs';

/** The first is the same browser without a window's parts: a third less work. */
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FIREFOX = ['firefox-esr', 'firefox'];

/** @param {readonly string[]} names @returns {string | undefined} the first on the PATH */
function findProgram(names) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** The browser of CHROMIUM_PATH, else the first on the PATH. */
export const findChromium = () => process.env.CHROMIUM_PATH || findProgram(CHROMIUM);

/** The browser of FIREFOX_PATH, else the first on the PATH. */
export const findFirefox = () => process.env.FIREFOX_PATH || findProgram(FIREFOX);

/**
 * Installs what the tests need with the system's packages, if this may be done, and returns those that are still missing.
 * @param {(line: string) => void} say
 */
export async function installTestPrograms(say) {
  const missing = () => [
    ...(hasRedisServer() ? [] : ['redis-server']),
    ...(findChromium() ? [] : ['chromium-headless-shell']),
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(libreOffice.findLibreOffice() ? [] : ['libreoffice-calc-nogui']),
  ];
  if (missing().length) await ensureDebianPackages(missing(), say);
  return missing();
}

/** Whether `redis-server` is on the PATH. */
export const hasRedisServer = () =>
  spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Installs `redis-server`, if this may be done. @param {(line: string) => void} say @throws {Failure} with how to get it */
export async function ensureRedisServer(say) {
  if (hasRedisServer()) return;
  await ensureDebianPackages(['redis-server'], say);
  if (hasRedisServer()) return;
  throw new Failure(
    'No redis-server on the PATH: install it (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL.',
  );
}

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
