import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './command.mjs';
import { endProcess, isAlive, processStamp, waitUntilCleared } from './process-group.mjs';
import { writeWhole } from './whole-file.mjs';

/**
 * What `running.json` in a data folder holds: who uses the folder, and how to reach its services.
 * @typedef {Omit<import('./process-group.mjs').Known, 'name'> & { command: string, port?: number, mongoUrl?: string,
 *   redisUrl?: string, children: import('./process-group.mjs').Known[] }} Running
 */

/** @param {string} dataDir */
const fileOf = (dataDir) => join(dataDir, 'running.json');

/** Who holds the folder; undefined: nobody, or one that is gone. @param {string} dataDir */
export function readRunning(dataDir) {
  const running = readFileOf(dataDir);
  return running && isAlive(running) ? running : undefined;
}

/** @param {string} dataDir @returns {Running | undefined} */
function readFileOf(dataDir) {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The claim of this process on a data folder: two databases in one folder would destroy each other's files. */
export class Claim {
  /** @type {Running} */
  #running;

  /** @param {string} dataDir @param {string} command as the person types it */
  constructor(dataDir, command) {
    this.dataDir = dataDir;
    this.#running = { pid: process.pid, stamp: processStamp(process.pid), command, children: [] };
  }

  /**
   * Takes the folder, once what a killed predecessor left running is ended.
   * @param {(line: string) => void} [say] called with a line for each @throws {Failure} when another process holds it
   */
  async take(say = () => {}) {
    try {
      // Sessions, keys and figures are nobody else's on a shared machine.
      mkdirSync(this.dataDir, { recursive: true, mode: 0o700 });
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      const problem = `${this.dataDir} cannot be used as the data folder (${code})`;
      throw new Failure(`${problem}: choose another with --data DIR.`);
    }
    for (;;) {
      if (this.#write(true)) return;
      const holder = readRunning(this.dataDir);
      if (holder) throw inUse(this.dataDir, holder);
      await this.#clearStale(say);
    }
  }

  /** @param {boolean} isFirst whether nobody else may have the folder; of two that take it, one succeeds */
  #write(isFirst) {
    return writeWhole(fileOf(this.dataDir), `${JSON.stringify(this.#running, null, 2)}\n`, { isFirst });
  }

  /** Ends what a dead holder left running and moves its file away. @param {(line: string) => void} say */
  async #clearStale(say) {
    const stale = readFileOf(this.dataDir);
    for (const child of stale?.children ?? []) {
      if (isAlive(child))
        say(`Ending ${child.name} (process ${child.pid}), which an earlier ${stale?.command} left running`);
      await endProcess(child, 15_000);
      await waitUntilCleared(child.pid, 3000);
    }
    const aside = `${fileOf(this.dataDir)}.stale.${process.pid}`;
    try {
      renameSync(fileOf(this.dataDir), aside);
      // Another process may have cleared the stale file and put its own there since it was read: give it back.
      const moved = JSON.parse(readFileSync(aside, 'utf8'));
      if (moved.pid !== stale?.pid || moved.stamp !== stale?.stamp) linkSync(aside, fileOf(this.dataDir));
    } catch {
      // Moved by another, or unreadable: the next look shows.
    }
    rmSync(aside, { force: true });
  }

  /** Publishes how to reach what runs now. @param {Partial<Running>} news */
  update(news) {
    this.#running = { ...this.#running, ...news };
    this.#write(false);
  }

  release() {
    if (readFileOf(this.dataDir)?.pid === process.pid) rmSync(fileOf(this.dataDir), { force: true });
  }
}

/** @param {string} dataDir @param {Running} holder */
export const inUse = (dataDir, { command, pid }) =>
  new Failure(
    `The data folder ${dataDir} is in use by ${command} (process ${pid}): end that, or choose another folder with --data DIR.`,
  );

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
  if (unmade.length > 0) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const [name, make] of unmade) kept[name] = isFirst ? make() : addKey(file, name, make());
  if (unmade.length > 0) {
    // Of two that make the first keys of a folder, one does, and both have these.
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    if (!writeWhole(file, text, { isFirst })) return missingKeys(dataDir, env);
  }
  return Object.fromEntries(missing.map(([name]) => [name, kept[name]]));
}

/**
 * A key that an older folder lacks. Of two commands that add it at once both have the first one's: it is written once, into
 * a file of its own, which stays, since a slow one may write `keys.json` over the other's.
 * @param {string} file @param {string} name @param {string} key @returns {string} the one that counts
 */
function addKey(file, name, key) {
  const added = `${file}.${name}`;
  return writeWhole(added, key, { isFirst: true }) ? key : readFileSync(added, 'utf8');
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

/** @param {string} dataDir */
const settingsFile = (dataDir) => join(dataDir, 'settings.json');

/** Whether a business was begun in it. @param {string} dataDir */
export const hasSettings = (dataDir) => existsSync(settingsFile(dataDir));

/**
 * Whether the folder's business has the demo: one that was begun without never gets it, for everybody knows its logins.
 * @param {string} dataDir @param {boolean} isAsked for a business that begins @returns {boolean}
 */
export function rememberDemo(dataDir, isAsked) {
  const settings = hasSettings(dataDir) ? JSON.parse(readFileSync(settingsFile(dataDir), 'utf8')) : {};
  settings.demo ??= isAsked;
  writeWhole(settingsFile(dataDir), `${JSON.stringify(settings)}\n`);
  return settings.demo;
}
