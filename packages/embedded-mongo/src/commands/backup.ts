import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fail, MongoError } from '../errors';
import { diskRefusal } from '../store/disk';
import type { Handler } from './command';

/** Makes the folder within one that exists. Throws 72 if it has something in it. */
async function makeEmpty(folder: string): Promise<void> {
  try {
    await fs.mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if ((await fs.readdir(folder)).length > 0) fail('InvalidOptions', `The folder ${folder} is not empty`);
}

async function sync(file: string): Promise<void> {
  const handle = await fs.open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * `{backup: '/absolute/folder'}`, which MongoDB does not have: copies all data into a folder that is empty or can be made, while reads and
 * writes go on. Every write that was acknowledged before the command is in the copy, and none in part. A server that is
 * started on the folder serves the copy. The file appears under its name when it is whole and on disk.
 */
export const backup: Handler = async (command) => {
  const folder = command.text('backup');
  if (!folder || !path.isAbsolute(folder)) fail('BadValue', 'backup needs the absolute path of a folder');
  const part = path.join(folder, `data.mdb.${randomUUID()}.part`);
  try {
    await makeEmpty(folder);
    const { bavail, bsize } = await fs.statfs(folder);
    const needed = command.engine.store.usedBytes();
    if (bavail * bsize < needed) fail('OutOfDiskSpace', `${folder} has no room for ${needed} bytes`);
    await command.engine.store.copyTo(part);
    await sync(part);
    const file = path.join(folder, 'data.mdb');
    await fs.rename(part, file);
    await sync(folder);
    return { bytes: (await fs.stat(file)).size, ok: 1 };
  } catch (error) {
    await fs.rm(part, { force: true }).catch(() => {});
    if (error instanceof MongoError) throw error;
    throw diskRefusal(error) ?? new MongoError('InternalError', `No backup: ${(error as Error).message}`);
  }
};
