import path from 'node:path';
import { FollowedFile } from '../releases/release-files';
import type { ServedRemote } from '../releases/releases';

/** By a screen's path the names of its scripts and styles. */
type Files = Record<string, string[]>;

/** None in one that is being written: the screen then loads without a start ahead. */
function readFiles(content: Buffer): Files {
  try {
    return JSON.parse(content.toString());
  } catch {
    return {};
  }
}

/** What each remote's screens are loaded from, as its build has written it down; read again when a new build has. */
export class ScreenFiles {
  readonly #byFolder = new Map<string, FollowedFile<Files>>();

  /** Addresses in the order in which they are needed; none while there is no such build or screen. */
  async filesOf({ folder, manifest, listed }: ServedRemote, screenPath: string): Promise<string[]> {
    if (!folder) return [];
    const address = path.posix.dirname(manifest);
    const files = (await this.#follow(folder).value())?.[screenPath] ?? [];
    // A released build's list may have been changed since: it names nothing that the build does not have.
    return files.filter((file) => !listed || listed.has(file)).map((file) => `${address}/${file}`);
  }

  #follow(folder: string): FollowedFile<Files> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const file = path.join(folder, 'screens.json');
    const followed = new FollowedFile(file, readFiles, () => undefined);
    this.#byFolder.set(folder, followed);
    return followed;
  }
}
