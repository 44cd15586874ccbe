import { randomInt } from 'node:crypto';
import path from 'node:path';
import { REMOTE_NAMES, type ReleaseBuild, type RemoteAddress, type RemoteName } from '@partnerdesk/contracts';
import type { Env, Logger } from '@partnerdesk/node';
import type { Ctx } from '../context';
import { ownCookie } from '../cookies';
import { VERSION } from '../version';
import {
  checkedBuild,
  type FollowedFile,
  followBuild,
  followRollouts,
  type Released,
  type Rollout,
  type Rollouts,
  readReleased,
} from './release-files';

/** Visitors are numbered from 0 to 99; a share of N percent are those below N. Who has no number is above all shares. */
const NO_NUMBER = 100;

/** A remote's build and the folder that its files are in. */
export interface ServedRemote extends RemoteAddress {
  /** undefined: another origin serves it. */
  folder: string | undefined;
  /** Names of the files that a released build has; missing: it came with this server. */
  listed?: ReadonlySet<string>;
}

export interface ReleasedFile {
  integrity: string;
  content: Buffer;
}

/** A build that is not whole is looked at again after so long. */
const CHECK_AGAIN_MS = 10_000;

interface ReleasesOptions {
  env: Pick<Env, 'releasesDir' | 'remoteManifests'>;
  roots: Readonly<Record<RemoteName, string>>;
  logger: Logger;
}

/** A release is for the servers and the shell that it was built with: those of another version do not use it. */
const isForThis = (version: string) => version.startsWith(`${VERSION}-`);

/**
 * Which build of each remote a visitor gets: the servers' own, or one that was released by itself (docs/DEPLOY.md, Remotes
 * one by one). Read from the folder at each question, so that a release, a roll back or a share counts at once.
 */
export class Releases {
  readonly #options: ReleasesOptions;
  readonly #rollouts: FollowedFile<Rollouts>;
  readonly #builtIn: Readonly<Record<RemoteName, FollowedFile<ReleaseBuild>>>;
  /** By integrity the checked builds: what was checked once stays so, since releases are never written again. */
  readonly #checked = new Map<string, Promise<ReleaseBuild | undefined>>();

  constructor(options: ReleasesOptions) {
    this.#options = options;
    const { env, roots, logger } = options;
    this.#rollouts = followRollouts(env.releasesDir, (err) =>
      logger.error({ err }, 'rollout.json cannot be used: the one before stays in use'),
    );
    const follow = (name: RemoteName) =>
      followBuild(roots[name], (err) => logger.warn({ err, remote: name }, 'release.json of a build'));
    this.#builtIn = Object.fromEntries(REMOTE_NAMES.map((name) => [name, follow(name)])) as Record<
      RemoteName,
      FollowedFile<ReleaseBuild>
    >;
  }

  /** Whether it matters to anybody which number a visitor has. */
  async hasShares(): Promise<boolean> {
    return Object.values(await this.rollouts()).some((rollout) => (rollout.canary?.share ?? 0) > 0);
  }

  /** Where each remote is for the visitor with this number. */
  async servedTo(number: number): Promise<ServedRemote[]> {
    const rollouts = await this.rollouts();
    return Promise.all(REMOTE_NAMES.map((name) => this.#served(name, rollouts[name], number)));
  }

  /** A listed file that still is what was released: what else lies in the folder is given to nobody. */
  async fileOf(name: RemoteName, version: string, file: string): Promise<ReleasedFile | undefined> {
    const build = await this.#released(name, (await this.rollouts())[name], version);
    const integrity = build && Object.hasOwn(build.files, file) ? build.files[file] : undefined;
    if (!build || !integrity) return undefined;
    try {
      return { integrity, content: await readReleased(this.#folder(name, version), build, file) };
    } catch (err) {
      this.#options.logger.error({ err, remote: name, version }, 'a file of a released remote was changed');
      return undefined;
    }
  }

  async builtInVersion(name: RemoteName): Promise<string | undefined> {
    return (await this.#builtIn[name].value())?.version;
  }

  async rollouts(): Promise<Rollouts> {
    return (await this.#rollouts.value()) ?? {};
  }

  /** Whether a released build is for this server and whole. */
  async isUsable(name: RemoteName, version: string): Promise<boolean> {
    return (
      isForThis(version) && (await this.#released(name, (await this.rollouts())[name], version)) !== undefined
    );
  }

  async #served(name: RemoteName, rollout: Rollout | undefined, number: number): Promise<ServedRemote> {
    const { remoteManifests } = this.#options.env;
    const elsewhere = remoteManifests[name];
    if (elsewhere) return { name, manifest: elsewhere, folder: undefined };
    const wanted = [
      rollout?.canary && number < rollout.canary.share ? rollout.canary.version : undefined,
      rollout?.current,
    ];
    for (const version of wanted) {
      if (!version || !isForThis(version)) continue;
      const build = await this.#released(name, rollout, version);
      if (build) {
        const listed = new Set(Object.keys(build.files));
        return { ...addressOf(build, `/remotes/${name}/${version}`, this.#folder(name, version)), listed };
      }
    }
    const builtIn = await this.#builtIn[name].value();
    const folder = this.#options.roots[name];
    if (builtIn) return addressOf(builtIn, `/remotes/${name}`, folder);
    return { name, manifest: `/remotes/${name}/mf-manifest.json`, folder };
  }

  #folder(name: RemoteName, version: string): string {
    return path.join(this.#options.env.releasesDir, name, version);
  }

  #released(
    name: RemoteName,
    rollout: Rollout | undefined,
    version: string,
  ): Promise<ReleaseBuild | undefined> | undefined {
    const released = rollout?.released.find((each) => each.version === version);
    return released && this.#check(name, released);
  }

  #check(name: RemoteName, released: Released): Promise<ReleaseBuild | undefined> {
    const known = this.#checked.get(released.integrity);
    if (known) return known;
    const { logger } = this.#options;
    const check = checkedBuild(this.#folder(name, released.version), released).catch((err: unknown) => {
      logger.error({ err, remote: name, version: released.version }, 'a released remote is not whole');
      // It may be released once more.
      setTimeout(() => this.#checked.delete(released.integrity), CHECK_AGAIN_MS).unref();
      return undefined;
    });
    this.#checked.set(released.integrity, check);
    return check;
  }
}

function addressOf(
  { name, version, entry, files }: ReleaseBuild,
  address: string,
  folder: string,
): ServedRemote {
  const integrity = files[entry];
  return {
    name,
    manifest: `${address}/mf-manifest.json`,
    version,
    folder,
    ...(integrity && { entry: { file: entry, integrity } }),
  };
}

const MONTH_MS = 30 * 86_400_000;

/**
 * The number, 0 to 99, by which a visitor belongs to a share, in their own cookie while some release is for a share: they
 * stay with their build, whichever server answers. One in a hundred people has it, so it identifies nobody.
 */
export async function visitorNumber(ctx: Ctx, releases: Releases, env: Env): Promise<number> {
  if (!(await releases.hasShares())) return NO_NUMBER;
  const cookie = ownCookie(env, 'partnerdesk-share', { signed: false, maxAge: MONTH_MS });
  const kept = cookie.get(ctx);
  if (/^\d\d?$/.test(kept)) return Number(kept);
  const number = randomInt(NO_NUMBER);
  cookie.set(ctx, String(number));
  return number;
}
