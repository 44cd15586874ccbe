import fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Failure } from './command.mjs';
import { inRoot } from './paths.mjs';
import { writeWhole } from './whole-file.mjs';

/** @type {{ integrityOf: (content: Buffer) => string }} */
const { integrityOf } = createRequire(import.meta.url)(inRoot('packages/build/release-file.cjs'));

/** How long a build that was replaced is kept for pages that are open. */
const KEPT_MS = 7 * 86_400_000;

/**
 * @typedef {{ version: string, integrity: string, releasedAt: string, replacedAt?: string }} Released
 * @typedef {{ current?: string, canary?: { version: string, share: number }, released: Released[] }} Rollout
 */

/** @param {Buffer} own a release.json */
async function readBuild(own) {
  // Built only once the command runs.
  const { releaseBuildOrThrow } = await import('@partnerdesk/contracts');
  try {
    return releaseBuildOrThrow(JSON.parse(own.toString()));
  } catch (error) {
    throw new Failure(/** @type {Error} */ (error).message);
  }
}

/**
 * Copies what was read and hashed, so that it cannot change in between; through no link, which may lead anywhere.
 * @param {string} build @param {string} target @param {string} name @param {string} hash
 */
function copyChecked(build, target, name, hash) {
  const file = join(build, name);
  const isOwn =
    fs.existsSync(file) &&
    fs.lstatSync(file).isFile() &&
    fs.realpathSync(file) === join(fs.realpathSync(build), name);
  const content = isOwn ? fs.readFileSync(file) : undefined;
  if (!content || integrityOf(content) !== hash)
    throw new Failure(`${file} is not what was built: build it again.`);
  fs.mkdirSync(dirname(join(target, name)), { recursive: true });
  fs.writeFileSync(join(target, name), content);
}

/** Whether a folder has each of the files, as its hash says. @param {string} folder @param {Record<string, string>} files */
const hasAll = (folder, files) =>
  Object.entries(files).every(([name, hash]) => {
    const file = join(folder, name);
    return fs.existsSync(file) && integrityOf(fs.readFileSync(file)) === hash;
  });

/** The folder of released remotes, as the servers read it (bff/src/releases). */
export class ReleaseFolder {
  #dir;
  #name;
  #file;

  /** @param {string} dir @param {string} name the remote */
  constructor(dir, name) {
    this.#dir = dir;
    this.#name = name;
    this.#file = join(dir, 'rollout.json');
  }

  /** As it is now. */
  get rollout() {
    return this.#all()[this.#name] ?? { released: [] };
  }

  /** @returns {Record<string, Rollout>} */
  #all() {
    return fs.existsSync(this.#file) ? JSON.parse(fs.readFileSync(this.#file, 'utf8')) : {};
  }

  /**
   * Copies a build into the folder: the files that its release.json lists, once each is what it says. Nobody gets it yet.
   * @param {string} build folder @returns {Promise<string>} its version
   * @throws {Failure} naming the file or field that is not what was built
   */
  async add(build) {
    const file = join(build, 'release.json');
    if (!fs.existsSync(file))
      throw new Failure(`${file} is missing: name the folder of a remote’s build, such as mfe-payroll/dist.`);
    const own = fs.readFileSync(file);
    const { name, version, files } = await readBuild(own);
    if (name !== this.#name) throw new Failure(`${build} is a build of ${name}, not of ${this.#name}.`);
    const folder = join(this.#dir, name, version);
    const arriving = `${folder}.${process.pid}`;
    fs.rmSync(arriving, { recursive: true, force: true });
    fs.mkdirSync(arriving, { recursive: true });
    try {
      for (const [each, hash] of Object.entries(files)) copyChecked(build, arriving, each, hash);
      fs.writeFileSync(join(arriving, 'release.json'), own);
      // What visitors have already is not taken away: until the new folder is there, or for good if this process dies, they
      // would have nothing.
      if (!hasAll(folder, { ...files, 'release.json': integrityOf(own) })) {
        fs.rmSync(folder, { recursive: true, force: true });
        fs.renameSync(arriving, folder);
      }
    } finally {
      fs.rmSync(arriving, { recursive: true, force: true });
    }
    const entry = { version, integrity: integrityOf(own), releasedAt: new Date().toISOString() };
    this.#change((rollout) => {
      const others = rollout.released.filter((each) => each.version !== version);
      return { ...rollout, released: [...others, entry] };
    });
    return version;
  }

  /**
   * Gives a build to every visitor, or to a share of them (percent) beside the one in use; what nobody gets any more is
   * removed a week later.
   * @param {string | undefined} version undefined: the build that came with the servers @param {number} [share]
   * @throws {Failure} when there is no such build, or a share is asked for of what every visitor has already
   */
  use(version, share = 100) {
    /** @type {string[]} */
    const removed = [];
    this.#change(({ current, released }) => {
      if (version && !released.some((each) => each.version === version))
        throw new Failure(`There is no ${this.#name} ${version}; --list names those there are.`);
      if (version && version === current && share < 100)
        throw new Failure(
          `Every visitor has ${this.#name} ${version} already: go --back or --use another one first, then give it to a share.`,
        );
      /** @type {Omit<Rollout, 'released'>} */
      const next =
        share < 100 && version
          ? { ...(current && { current }), canary: { version, share } }
          : { ...(version && { current: version }) };
      const inUse = new Set([next.current, next.canary?.version]);
      const now = new Date();
      const marked = released.map(({ replacedAt, ...each }) =>
        inUse.has(each.version) ? each : { ...each, replacedAt: replacedAt ?? now.toISOString() },
      );
      const isKept = (/** @type {Released} */ { replacedAt }) =>
        !replacedAt || now.getTime() - Date.parse(replacedAt) < KEPT_MS;
      removed.push(...marked.filter((each) => !isKept(each)).map((each) => each.version));
      return { ...next, released: marked.filter(isKept) };
    });
    // Anybody can write a rollout.json by hand: what is no folder's own name is left alone.
    for (const old of removed.filter((each) => basename(each) === each && !each.startsWith('.')))
      fs.rmSync(join(this.#dir, this.#name, old), { recursive: true, force: true });
  }

  /** The build before: where a share has another one, the one of the others; undefined: the one that came with the servers. */
  before() {
    const { current, canary, released } = this.rollout;
    if (canary || !current) return current;
    const at = released.findIndex(({ version }) => version === current);
    const earlier = released
      .filter(({ replacedAt }, index) => replacedAt && index < at)
      .sort((one, other) => String(one.replacedAt).localeCompare(String(other.replacedAt)));
    return earlier.at(-1)?.version;
  }

  /**
   * In one step: a server reads the whole file, or the one before; and alone: of two people each finds what the other wrote.
   * @param {(rollout: Rollout) => Rollout} update
   * @throws {Failure} while somebody else changes the file, and what `update` throws
   */
  #change(update) {
    fs.mkdirSync(this.#dir, { recursive: true });
    const lock = `${this.#file}.lock`;
    try {
      fs.mkdirSync(lock);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
      throw new Failure(
        `Somebody else is releasing at this moment: try again. If nobody is, remove ${lock}.`,
      );
    }
    try {
      const text = JSON.stringify({ ...this.#all(), [this.#name]: update(this.rollout) }, undefined, 2);
      writeWhole(this.#file, text, { mode: 0o644 });
    } finally {
      fs.rmdirSync(lock);
    }
  }
}
