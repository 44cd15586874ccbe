import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { checkKeyOrThrow, type Storage } from './storage';

/** Resolves once a file, or the names in a folder, will survive a crash: a renamed file's name may not be on disk yet. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder of files that are being written; no key begins with it. */
export const PARTS = '.parts';

/** Files in a folder that only this user can read. Never a folder that a web server hands out. */
export class LocalStorage implements Storage {
  constructor(private readonly root: string) {}

  /** Renamed once written: a reader sees all of a file or none of it. */
  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(key);
    const part = join(this.root, PARTS, randomBytes(12).toString('hex'));
    for (const folder of [dirname(path), dirname(part)])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true });
    await rename(part, path);
    await syncToDisk(dirname(path));
  }

  async get(key: string): Promise<Buffer | null> {
    return orNothing(readFile(this.#pathOf(key)), null);
  }

  async remove(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async tidy(before: Date): Promise<void> {
    const folder = join(this.root, PARTS);
    for (const name of await orNothing(readdir(folder), [])) {
      const part = join(folder, name);
      const found = await orNothing(stat(part), undefined);
      if (found && found.mtime < before) await rm(part, { force: true });
    }
  }

  #pathOf(key: string): string {
    return join(this.root, checkKeyOrThrow(key));
  }
}

/** @returns what was looked for, or `nothing` where it does not exist */
const orNothing = <Found, Nothing>(look: Promise<Found>, nothing: Nothing): Promise<Found | Nothing> =>
  look.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return nothing;
  });
