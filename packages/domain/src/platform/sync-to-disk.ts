import { open } from 'node:fs/promises';

/** Resolves once a file, or the names in a folder, will survive a crash: a renamed file's name may not be on disk yet. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
