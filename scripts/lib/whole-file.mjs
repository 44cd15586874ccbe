import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file, whole and on disk before it takes the place of the one before, which a full disk or a crash does not cost.
 * @param {string} file @param {string} text
 * @param {{ isFirst?: boolean, mode?: number }} [how] `isFirst`: only where there is no file yet
 * @returns {boolean} false: another process has made the first one meanwhile
 */
export function writeWhole(file, text, { isFirst = false, mode = 0o600 } = {}) {
  const next = `${file}.${process.pid}`;
  try {
    writeFileSync(next, text, { mode, flush: true });
    if (isFirst) linkSync(next, file);
    else renameSync(next, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(next, { force: true });
  }
}
