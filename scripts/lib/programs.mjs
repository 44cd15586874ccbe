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

/** Whether `redis-server` is on the PATH. */
const hasRedisServer = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Installs `redis-server`, if this may be done. @param {(line: string) => void} say @throws {Failure} with how to get it */
export async function ensureRedisServer(say) {
  if (hasRedisServer()) return;
  await ensureDebianPackages(['redis-server'], say);
  if (hasRedisServer()) return;
  throw new Failure(
    'No redis-server on the PATH: install it (Debian: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL.',
  );
}

/** Debian's name of each program that the tests need, and whether it is there. */
const TEST_PROGRAMS = {
  'redis-server': hasRedisServer,
  'chromium-headless-shell': findChromium,
  'firefox-esr': findFirefox,
  'libreoffice-calc-nogui': libreOffice.findLibreOffice,
};

/** Installs what is missing of them, if this may be done, and returns what still is. @param {(line: string) => void} say */
export async function installTestPrograms(say) {
  const missing = () => Object.entries(TEST_PROGRAMS).flatMap(([name, find]) => (find() ? [] : [name]));
  if (missing().length) await ensureDebianPackages(missing(), say);
  return missing();
}

/** Installs Debian packages when this process may without asking anybody; otherwise does nothing, and the caller says what to do. @param {string[]} names @param {(line: string) => void} say */
async function ensureDebianPackages(names, say) {
  const hasAptGet = () => spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !hasAptGet()) return;
  say(`Installing ${names.join(' and ')} with apt-get…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]])
    await run('apt-get', 'apt-get', ['-q', '-o', 'Acquire::Retries=3', ...args], { env }).catch((error) => {
      // Its output is shown only when it fails.
      if (error instanceof Failure) console.error(error.details.join('\n'));
    });
}
