import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import libreOffice from '../../packages/testing/libreoffice.cjs';
import { ensureDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { hasRedisServer } from './redis.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the browser of CHROMIUM_PATH, else the first on the PATH
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)];
  return folders
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file));
}

/**
 * Sees to it that Redis, Chromium and LibreOffice are there for the tests, with the system's packages if this may be done.
 * @param {(line: string) => void} say
 * @throws {Failure} with how to get them
 */
export async function ensureTestPrograms(say) {
  const missing = () => [
    ...(hasRedisServer() ? [] : ['redis-server']),
    ...(findChromium() ? [] : ['chromium']),
    ...(libreOffice.findLibreOffice() ? [] : ['libreoffice-calc-nogui']),
  ];
  if (missing().length) await ensureDebianPackages(missing(), say);
  const left = missing();
  if (left.length) {
    const names = left.join(' and ');
    throw new Failure(
      `The tests need ${names}: install it (Debian: apt-get install ${left.join(' ')}) and try again.`,
    );
  }
}
