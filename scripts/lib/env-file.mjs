import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/;
const QUOTED = /^(["'])(.*)\1(?:\s+#.*)?$/;

/**
 * @param {string} raw what stands after the equals sign
 * @returns {string | undefined} undefined when a quote is not closed
 */
function readValue(raw) {
  const quoted = QUOTED.exec(raw);
  if (quoted) return quoted[2];
  if (/^["']/.test(raw)) return undefined;
  return raw.replace(/(^|\s+)#.*$/, '').trim();
}

/**
 * Reads `NAME=value` lines, as dotenv files have them: comments, blank lines, `export` and quotes are allowed.
 * Stricter than Node's own reader, which passes over what it does not understand.
 * @param {string} text @returns {Record<string, string>}
 * @throws {Failure} naming the first line that cannot be read
 */
export function parseEnv(text) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const match = LINE.exec(line);
    const value = match ? readValue(match[2]) : undefined;
    if (!match || value === undefined) {
      // The line itself may hold a secret: it is named, not shown.
      throw new Failure(`.env, line ${index + 1}, is not NAME=value: mend or remove that line.`);
    }
    values[match[1]] = value;
  }
  return values;
}

/**
 * The environment with what the file adds; what is already set wins.
 * @param {string} file @param {NodeJS.ProcessEnv} [env] @returns {NodeJS.ProcessEnv}
 */
export function withEnvFile(file, env = process.env) {
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : { ...env };
}
