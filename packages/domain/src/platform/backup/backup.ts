import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { withPatientClient } from '../patient-client';
import { PARTS, syncToDisk } from '../storage/storage';

const run = promisify(execFile);

export interface BackupManifest {
  format: 1;
  /** ISO 8601: everything acknowledged before is in it. */
  begunAt: string;
  /** SHA-256 in hex by path. */
  digests: Record<string, string>;
}

const BACKUP_FORMAT = 1;
const MANIFEST = 'manifest.json';

const NO_SUCH_COMMAND = 59;

/** A backup cannot be taken or restored; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Copies the embedded database and the pictures of the data folder into one file while the system runs: all that was
 * acknowledged before, without the keys. The file appears under its name when it is whole and on disk.
 * @param signal cuts it short: what was made until then is removed @param confirm called before it gets its name
 * @throws BackupError when the file exists, or the database is a real MongoDB, which has tools of its own
 */
export async function takeBackup(
  file: string,
  dataDir: string,
  signal?: AbortSignal,
  confirm?: () => Promise<void>,
): Promise<BackupManifest> {
  signal?.throwIfAborted();
  if (existsSync(file)) throw new BackupError(`${file} exists: name another file`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(`${file}.part-`);
  try {
    const begunAt = new Date().toISOString();
    await copyDatabase(path.join(folder, 'mongo'), signal);
    // After the database: what it names is there.
    const pictures = path.join(dataDir, 'pictures');
    if (existsSync(pictures)) await copyPictures(pictures, path.join(folder, 'pictures'), signal);
    const digests = await digestsOf(folder, signal);
    const manifest: BackupManifest = { format: BACKUP_FORMAT, begunAt, digests };
    await writeFile(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = `${folder}.tar.gz`;
    // For this user alone, as the data is: tar keeps the mode of a file that is there.
    await writeFile(packed, '', { mode: 0o600 });
    await run('tar', ['-czf', packed, '-C', folder, '.'], { signal });
    await syncToDisk(packed);
    signal?.throwIfAborted();
    await confirm?.();
    await rename(packed, file);
    await syncToDisk(path.dirname(file));
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${folder}.tar.gz`, { force: true });
  }
}

async function copyDatabase(folder: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await withPatientClient((client) => client.db('admin').command({ backup: folder }, { signal }));
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_SUCH_COMMAND) throw error;
    throw new BackupError(
      'This database is a MongoDB of its own: back it up with mongodump --oplog (docs/RUNBOOK.md, Back up and restore)',
    );
  }
}

/** What is removed meanwhile is left out, as what is still being written: it belongs to no picture. */
async function copyPictures(from: string, to: string, signal: AbortSignal | undefined): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    signal?.throwIfAborted();
    const name = path.relative(from, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || name.split(path.sep)[0] === PARTS) continue;
    const copy = path.join(to, name);
    await mkdir(path.dirname(copy), { recursive: true });
    await copyFile(path.join(from, name), copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

async function digestsOf(folder: string, signal?: AbortSignal): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash, { signal });
    digests[path.relative(folder, file)] = hash.digest('hex');
  }
  return digests;
}

const CONTENT = ['mongo', 'pictures'] as const;
/** What must not be there: sessions of a Redis that has seen a later state would open accounts that get their ids again. */
const REFUSED = [...CONTENT, 'redis'] as const;

/**
 * Unpacks a backup into a data folder that has no database, pictures or Redis. One that is damaged changes nothing there.
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
    for (const part of CONTENT)
      if (existsSync(path.join(folder, part)))
        await rename(path.join(folder, part), path.join(dataDir, part));
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
