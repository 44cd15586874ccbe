import fs from 'node:fs';
import path from 'node:path';

/** A folder that another living process holds. The message names that process. */
export class FolderLockedError extends Error {
  constructor(
    readonly dataDir: string,
    readonly ownerPid: number,
  ) {
    super(`The data folder ${dataDir} is in use by process ${ownerPid}`);
  }
}

/**
 * The state of a process and when it started, in ticks since boot, so that a pid that was given out again isn't taken for
 * its former owner. Both empty where /proc doesn't show it.
 */
function statOf(pid: number): { state: string; start: string } {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return { state: '', start: '' };
  }
}

function isAlive(pid: number, start: string): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = statOf(pid);
  // A zombie has ended and only waits for its parent to notice.
  if (now.state === 'Z' || now.state === 'X') return false;
  return start === '' || now.start === '' || now.start === start;
}

const numbersIn = (dataDir: string): number[] =>
  fs
    .readdirSync(dataDir)
    .flatMap((name) => /^owner\.(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);

/** Throws FolderLockedError if a living process owns the folder. Answers the number of the last owner, 0 for none. */
function lastOwner(dataDir: string): number {
  const last = numbersIn(dataDir)[0] ?? 0;
  if (last > 0) {
    const [pid, start] = fs.readFileSync(path.join(dataDir, `owner.${last}`), 'utf8').split(' ');
    if (isAlive(Number(pid), start ?? '')) throw new FolderLockedError(dataDir, Number(pid));
  }
  return last;
}

/**
 * Makes this process the owner of the folder until it ends. Owners are numbered files that appear whole (by `link`); who
 * creates the next number after a dead owner's wins, so two that start at once can't both. Answers how to let go of it.
 * Throws FolderLockedError, or the error of a disk that takes no writes.
 */
export function lockFolder(dataDir: string): () => void {
  fs.mkdirSync(dataDir, { recursive: true });
  lastOwner(dataDir);
  const draft = path.join(dataDir, `owner-${process.pid}.tmp`);
  try {
    fs.writeFileSync(draft, `${process.pid} ${statOf(process.pid).start}`);
    for (;;) {
      const mine = lastOwner(dataDir) + 1;
      try {
        fs.linkSync(draft, path.join(dataDir, `owner.${mine}`));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
        throw error;
      }
      const numbers = numbersIn(dataDir);
      // A number that had been cleared away in between would be won again: then a higher one exists.
      if (numbers[0] !== mine) continue;
      for (const number of numbers.slice(1))
        fs.rmSync(path.join(dataDir, `owner.${number}`), { force: true });
      // The number stays, so that nobody can win it again.
      return () => fs.writeFileSync(path.join(dataDir, `owner.${mine}`), 'released');
    }
  } finally {
    if (fs.existsSync(draft)) fs.rmSync(draft);
  }
}
