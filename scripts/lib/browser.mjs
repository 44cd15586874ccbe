import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import libreOffice from '../../packages/testing/libreoffice.cjs';
import { ensureDebianPackages } from './debian.mjs';
import { hasRedisServer } from './redis.mjs';

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
