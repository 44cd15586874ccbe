import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';

const SIGN_OF_LIFE_MS = 60_000;
/** A holder without a sign of life for so long is dead (ms). */
const ABANDONED_MS = 5 * SIGN_OF_LIFE_MS;

/** A lock that one process of several on a file system holds; one that was paused for too long may lose it. */
export class FolderLock {
  readonly #file: string;
  readonly #holder = randomUUID();
  readonly #timer: NodeJS.Timeout;

  private constructor(file: string) {
    this.#file = file;
    this.#timer = setInterval(() => void this.#giveSign().catch(() => {}), SIGN_OF_LIFE_MS);
    this.#timer.unref();
  }

  /** @returns undefined: another process holds it */
  static async take(file: string): Promise<FolderLock | undefined> {
    // Two may take an abandoned one at once: the later one holds it, the other learns so from checkOrThrow.
    if (await isAbandoned(file)) await rm(file, { force: true });
    const lock = new FolderLock(file);
    try {
      await writeFile(file, lock.#holder, { flag: 'wx', mode: 0o600 });
      return lock;
    } catch (error) {
      clearInterval(lock.#timer);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return undefined;
    }
  }

  /** @throws Error when another process took it as abandoned */
  async checkOrThrow(): Promise<void> {
    if (!(await this.#isHeld())) throw new Error(`${this.#file} was taken by another process`);
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (await this.#isHeld()) await rm(this.#file, { force: true });
  }

  async #giveSign(): Promise<void> {
    if (await this.#isHeld()) await utimes(this.#file, new Date(), new Date());
  }

  async #isHeld(): Promise<boolean> {
    return (await readFile(this.#file, 'utf8').catch(() => '')) === this.#holder;
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}
