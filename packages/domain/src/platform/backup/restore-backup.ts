import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BACKUP_FORMAT, BackupError, type BackupManifest, digestsOf, MANIFEST } from './take-backup';

const run = promisify(execFile);

const PARTS = ['mongo', 'pictures'] as const;
/** What must not be there: sessions of a Redis that has seen a later state would open accounts that get their ids again. */
const REFUSED = [...PARTS, 'redis'] as const;

/**
 * Unpacks a backup into a data folder that has neither a database, pictures nor a Redis. What is not as it was backed up
 * leaves the folder as it is.
 * @throws BackupError when something would be overwritten, or the backup is damaged or of a later version
 */
export async function restoreBackup(file: string, dataDir: string): Promise<BackupManifest> {
  for (const part of REFUSED)
    if (existsSync(path.join(dataDir, part)))
      throw new BackupError(
        `${path.join(dataDir, part)} exists: restore into another folder, or move it away`,
      );
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(dataDir, 'restore-'));
  try {
    await run('tar', ['-xzf', file, '-C', folder]).catch((error: Error) => {
      throw new BackupError(`${file} is no backup, or not whole: ${error.message.trim()}`);
    });
    const manifest = await checkOrThrow(file, folder);
    for (const part of PARTS)
      if (existsSync(path.join(folder, part)))
        await rename(path.join(folder, part), path.join(dataDir, part));
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws BackupError */
async function checkOrThrow(file: string, folder: string): Promise<BackupManifest> {
  const manifest: BackupManifest | undefined = await readFile(path.join(folder, MANIFEST), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => undefined);
  if (!manifest?.digests) throw new BackupError(`${file} is no backup: it has no ${MANIFEST}`);
  if (manifest.format > BACKUP_FORMAT)
    throw new BackupError(`${file} is of a later version of this product: restore it with that version`);
  await rm(path.join(folder, MANIFEST));
  const found = await digestsOf(folder);
  for (const name of new Set([...Object.keys(manifest.digests), ...Object.keys(found)]))
    if (manifest.digests[name] !== found[name])
      throw new BackupError(`${file} is damaged: ${name} is not as it was backed up`);
  return manifest;
}
