import { REMOTE_NAMES, type RemoteName } from './routes';

/** What a build of a remote says of itself in `release.json` (packages/build/release-file.cjs). */
export interface ReleaseBuild {
  name: RemoteName;
  version: string;
  entry: string;
  /** By each file's name what it hashes to. */
  files: Readonly<Record<string, string>>;
}

/** Product version and hash; also the name of the folder that a released build is in. */
export const BUILD_VERSION = /^\d[\w.]{0,20}-[0-9a-f]{10}$/;
/** As the `integrity` of a script has it. */
export const BUILD_INTEGRITY = /^sha384-[A-Za-z0-9+/]{64}$/;
/** A path below the build's folder; none of its parts begins with a dot. */
const FILE_NAME = /^(?!\.|.*\/\.|.*\.\.)[\w.-]+(?:\/[\w.-]+)*$/;
const MAX_FILE_NAME = 200;
const MAX_FILES = 10_000;
const FIELDS = new Set(['name', 'version', 'entry', 'files']);

/** The only check of a `release.json`, for who releases it and who hands it out. @throws Error naming the wrong field */
export function releaseBuildOrThrow(value: unknown): ReleaseBuild {
  const { name, version, entry, files } = (value ?? {}) as Record<string, unknown>;
  const wrong = (field: string) => new Error(`release.json: "${field}" is not valid`);
  const other = Object.keys(value ?? {}).find((field) => !FIELDS.has(field));
  if (other !== undefined) throw wrong(other);
  if (!(REMOTE_NAMES as readonly unknown[]).includes(name)) throw wrong('name');
  if (typeof version !== 'string' || !BUILD_VERSION.test(version)) throw wrong('version');
  if (typeof files !== 'object' || files === null) throw wrong('files');
  const listed = Object.entries(files);
  if (listed.length > MAX_FILES) throw wrong('files');
  for (const [file, integrity] of listed) {
    if (file.length > MAX_FILE_NAME || !FILE_NAME.test(file)) throw wrong(`files.${file}`);
    if (typeof integrity !== 'string' || !BUILD_INTEGRITY.test(integrity)) throw wrong(`files.${file}`);
  }
  if (typeof entry !== 'string' || !Object.hasOwn(files, entry)) throw wrong('entry');
  return { name: name as RemoteName, version, entry, files: files as ReleaseBuild['files'] };
}
