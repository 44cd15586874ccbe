import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './command.mjs';
import { writeWhole } from './whole-file.mjs';

/** How each secret is made when nobody gave one. */
const MAKERS = {
  SESSION_KEYS: () => randomBytes(32).toString('base64url'),
  FIELD_KEYS: () => `k1:${randomBytes(32).toString('base64')}`,
  PROOF_KEY: () => `p1:${randomBytes(32).toString('base64')}`,
  EVENTS_SECRET: () => randomBytes(32).toString('base64url'),
};

/** @param {string} dataDir */
const fileIn = (dataDir) => join(dataDir, 'keys.json');

/**
 * The secrets that the servers need and the environment lacks. Made once and kept beside the data that they
 * protect (`keys.json`, readable by the owner only): another key would make the stored numbers unreadable.
 * @param {string} dataDir @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>} only what `env` lacks
 */
export function missingKeys(dataDir, env) {
  const file = fileIn(dataDir);
  // Before the file is read: one that another process makes in between is not written over.
  const isFirst = !existsSync(file);
  const kept = readKeys(file);
  const missing = Object.entries(MAKERS).filter(([name]) => !env[name]);
  const unmade = missing.filter(([name]) => !kept[name]);
  for (const [name, make] of unmade) kept[name] = make();
  if (unmade.length > 0) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Of two that make the first keys of a folder, one does, and both have these.
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    if (!writeWhole(file, text, { isFirst })) return missingKeys(dataDir, env);
  }
  return Object.fromEntries(missing.map(([name]) => [name, kept[name]]));
}

/** What `env` lacks of those that were made before; none is made. @param {string} dataDir @param {NodeJS.ProcessEnv} env */
export const keptKeys = (dataDir, env) =>
  Object.fromEntries(Object.entries(readKeys(fileIn(dataDir))).filter(([name]) => !env[name]));

/** @param {string} file @returns {Record<string, string>} */
function readKeys(file) {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    const remedy = 'restore it from a copy; without it the stored numbers are lost';
    throw new Failure(`${file} is not readable as JSON: ${remedy}.`);
  }
}
