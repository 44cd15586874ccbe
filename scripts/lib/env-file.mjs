import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './command.mjs';

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/;
const QUOTED = /^(["'])(.*)\1(?:\s+#.*)?$/;

/** Undefined where a quote is not closed. @param {string} raw what stands after the equals sign */
function readValue(raw) {
  const quoted = QUOTED.exec(raw);
  if (quoted) return quoted[2];
  if (/^["']/.test(raw)) return undefined;
  return raw.replace(/(^|\s+)#.*$/, '').trim();
}

/**
 * Reads `NAME=value` lines with comments, blank lines, `export` and quotes. Stricter than Node's own reader, which passes over
 * what it does not understand. @param {string} text @throws {Failure} naming the first line that cannot be read
 */
export function parseEnv(text) {
  /** @type {Record<string, string>} */
  const values = {};
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const match = LINE.exec(line);
    const value = match ? readValue(match[2]) : undefined;
    // The line itself may hold a secret: it is named, not shown.
    if (!match || value === undefined)
      throw new Failure(`.env, line ${index + 1}, is not NAME=value: mend or remove that line.`);
    values[match[1]] = value;
  }
  return values;
}

/** What is already set, and what the file adds. @param {string} file @param {NodeJS.ProcessEnv} [env] @returns {NodeJS.ProcessEnv} */
export const withEnvFile = (file, env = process.env) => ({
  ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))),
  ...env,
});
