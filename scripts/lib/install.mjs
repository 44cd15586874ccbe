import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function entriesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Whether node_modules holds what the lock file names. Other platforms' optional packages may be missing. */
export function isInstalled() {
  const installed = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const present = entriesOf(installed);
  return Object.entries(entriesOf(inRoot('package-lock.json'))).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = present[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && existsSync(inRoot(path));
  });
}

/**
 * Installs the packages when they are missing or older than the lock file.
 * @param {AbortSignal} [signal]
 * @param {(line: string) => void} [say] called before the installation, which takes a while
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function ensureInstalled(signal, say) {
  if (isInstalled()) return false;
  say?.('Installing the packages…');
  // `npm ci` would begin by removing node_modules; `--no-save` leaves the lock file as it is.
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  await run('npm install', process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { signal });
  if (!isInstalled()) {
    throw new Failure('npm install left packages out: remove node_modules and try again.');
  }
  return true;
}
