import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteName } from '@partnerdesk/contracts';

/** By a screen's path the names of its scripts and styles. */
type Files = Record<string, string[]>;

/** What each remote's screens are loaded from, as its build has written it down; read again when a new build has. */
export class ScreenFiles {
  readonly #roots: Partial<Record<RemoteName, string>>;
  readonly #read = new Map<RemoteName, { mtimeMs: number; files: Files }>();

  /** @param roots folders of the builds that this server hands out; a remote that others hand out is not among them */
  constructor(roots: Partial<Record<RemoteName, string>>) {
    this.#roots = roots;
  }

  /** Addresses in the order in which they are needed; none while there is no such build or screen. */
  async filesOf(name: RemoteName, screenPath: string): Promise<string[]> {
    const files = await this.#all(name);
    return (files[screenPath] ?? []).map((file) => `/remotes/${name}/${file}`);
  }

  async #all(name: RemoteName): Promise<Files> {
    const root = this.#roots[name];
    if (!root) return {};
    const file = path.join(root, 'screens.json');
    try {
      const { mtimeMs } = await stat(file);
      const known = this.#read.get(name);
      if (known?.mtimeMs === mtimeMs) return known.files;
      const files: Files = JSON.parse(await readFile(file, 'utf8'));
      this.#read.set(name, { mtimeMs, files });
      return files;
    } catch {
      // No build, or one that is being written: the screen then loads without a start ahead.
      return {};
    }
  }
}
