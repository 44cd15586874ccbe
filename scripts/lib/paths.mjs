import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** @param {...string} names below the repository's folder @returns {string} absolute path */
export const inRoot = (...names) => join(ROOT, ...names);
