import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  BUILD_INTEGRITY,
  BUILD_VERSION,
  REMOTE_NAMES,
  type ReleaseBuild,
  type RemoteName,
  releaseBuildOrThrow,
} from '@partnerdesk/contracts';
import Joi from 'joi';

export interface Released {
  version: string;
  integrity: string;
  releasedAt: string;
  /** Since when no new page loads it; pages that are open may, for a week. */
  replacedAt?: string;
}

/** Which builds of a remote there are, and who gets which. */
export interface Rollout {
  /** Missing: the build that came with the servers. */
  current?: string;
  /** A build for a share of the visitors, in percent. */
  canary?: { version: string; share: number };
  released: Released[];
}

export type Rollouts = Partial<Record<RemoteName, Rollout>>;

const version = Joi.string().pattern(BUILD_VERSION).required();
const integrity = Joi.string().pattern(BUILD_INTEGRITY).required();
const name = Joi.valid(...REMOTE_NAMES);

const ROLLOUTS = Joi.object().pattern(
  name,
  Joi.object({
    current: version.optional(),
    canary: Joi.object({ version, share: Joi.number().min(0).max(100).required() }),
    released: Joi.array()
      .items(
        Joi.object({
          version,
          integrity,
          releasedAt: Joi.string().isoDate().required(),
          replacedAt: Joi.string().isoDate(),
        }),
      )
      .required(),
  }),
);

const RELEASE_FILE = 'release.json';
const ROLLOUT_FILE = 'rollout.json';

/** As the `integrity` of a script has it. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** @throws Error naming the field, SyntaxError */
const readBuild = (content: Buffer): ReleaseBuild => releaseBuildOrThrow(JSON.parse(content.toString()));
/** @throws ValidationError naming the field, SyntaxError */
const readRollouts = (content: Buffer): Rollouts => Joi.attempt(JSON.parse(content.toString()), ROLLOUTS);

/** @throws Error that names the first file of the build which is not what was released */
export async function checkedBuild(folder: string, expected: Released): Promise<ReleaseBuild> {
  const own = await readFile(path.join(folder, RELEASE_FILE));
  if (integrityOf(own) !== expected.integrity) throw new Error(`${RELEASE_FILE} is not the released one`);
  const build = readBuild(own);
  if (build.version !== expected.version) throw new Error(`${RELEASE_FILE} is that of ${build.version}`);
  for (const file of Object.keys(build.files)) await readReleased(folder, build, file);
  return build;
}

/** A file that the build lists. @throws Error naming it, unless it is what was released */
export async function readReleased(
  folder: string,
  { files }: Pick<ReleaseBuild, 'files'>,
  file: string,
): Promise<Buffer> {
  const content = await readFile(path.join(folder, file)).catch(() => undefined);
  if (!content || integrityOf(content) !== files[file]) throw new Error(`${file} is not the released one`);
  return content;
}

/** A JSON file that is read again once it was replaced; undefined while there is none. */
export class FollowedFile<Value> {
  #stamp = '';
  /** A promise, so that questions that come at the same moment have the same answer. */
  #value: Promise<Value | undefined> = Promise.resolve(undefined);

  /** @param onError called once for each content that cannot be used; the value before stays in use */
  constructor(
    private readonly file: string,
    private readonly read: (content: Buffer) => Value,
    private readonly onError: (err: unknown) => void,
  ) {}

  async value(): Promise<Value | undefined> {
    const stamp = await this.#stampNow();
    if (stamp !== this.#stamp) {
      this.#stamp = stamp;
      this.#value = stamp === '' ? Promise.resolve(undefined) : this.#readAgain(this.#value);
    }
    return this.#value;
  }

  async #readAgain(before: Promise<Value | undefined>): Promise<Value | undefined> {
    try {
      return this.read(await readFile(this.file));
    } catch (err) {
      this.onError(err);
      return before;
    }
  }

  async #stampNow(): Promise<string> {
    try {
      const { ino, mtimeMs, size } = await stat(this.file);
      return `${ino} ${mtimeMs} ${size}`;
    } catch {
      return '';
    }
  }
}

export const followBuild = (folder: string, onError: (err: unknown) => void): FollowedFile<ReleaseBuild> =>
  new FollowedFile(path.join(folder, RELEASE_FILE), readBuild, onError);

export const followRollouts = (folder: string, onError: (err: unknown) => void): FollowedFile<Rollouts> =>
  new FollowedFile(path.join(folder, ROLLOUT_FILE), readRollouts, onError);
