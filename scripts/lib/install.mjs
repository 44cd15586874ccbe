import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockEntry */

/** @param {string} file @returns {Record<string, LockEntry> | undefined} */
const entriesOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined);

/** What npm says it has installed. */
const installedEntries = () => entriesOf(inRoot('node_modules', '.package-lock.json'));

/**
 * Whether node_modules holds what the lock file names. Other platforms' optional packages may be missing.
 * @param {{ tests: boolean }} which `tests`: also what only tests, checks and benches need (devDependencies)
 */
export function isInstalled({ tests }) {
  const present = installedEntries();
  if (!present) return false;
  return Object.entries(entriesOf(inRoot('package-lock.json')) ?? {}).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || (wanted.dev && !tests)) return true;
    const found = present[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && existsSync(inRoot(path));
  });
}

/**
 * Installs the packages when they are missing or older than the lock file.
 * @param {{ tests?: boolean, signal?: AbortSignal, say?: (line: string) => void }} [how] `tests`: as of isInstalled (default);
 *   where these are installed, they stay
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function ensureInstalled({ tests = true, signal, say } = {}) {
  if (isInstalled({ tests })) return false;
  say?.('Installing the packages…');
  const whole = tests || Object.values(installedEntries() ?? {}).some(({ dev }) => dev);
  // `npm ci` would begin by removing node_modules; `--no-save` leaves the lock file as it is.
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  if (!whole) args.push('--omit=dev');
  await run('npm install', 'npm', args, { signal });
  if (isInstalled({ tests })) return true;
  throw new Failure('npm install left packages out: remove node_modules and try again.');
}
