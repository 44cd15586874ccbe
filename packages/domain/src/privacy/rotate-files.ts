import {
  folderOf,
  type Picture,
  PictureModel,
  pictureKey,
  removeFilesIfRemoved,
  thumbnailKey,
} from '../moderation';
import { findResultRun, openResultRuns } from '../payroll';
import { type EncryptingStorage, keyById } from '../platform';

const BATCH = 100;

/**
 * Encrypts the files of all pictures under the first field key. A picture that is done carries the key's id, so that the next run skips it.
 * @returns yields true for each file that was encrypted again, a text for each that could not be read
 */
export async function* rotatePictures(storage: EncryptingStorage): AsyncGenerator<true | string> {
  const fileKeyID = keyById().id;
  for (let after = 0; ; ) {
    const pictures = await PictureModel.find({ photoID: { $gt: after } })
      .sort({ photoID: 1 })
      .limit(BATCH)
      .select({ photoID: 1, type: 1, photo: 1, stage: 1, fileKeyID: 1 })
      .lean<Picture[]>();
    for (const picture of pictures) {
      after = picture.photoID;
      if (picture.fileKeyID === fileKeyID) continue;
      const outcomes = await rotatePicture(storage, picture);
      yield* outcomes;
      const isWhole = picture.stage !== 'received' && outcomes.every((outcome) => outcome === true);
      if (isWhole) await PictureModel.updateOne({ photoID: after }, { $set: { fileKeyID } });
    }
    if (pictures.length < BATCH) return;
  }
}

async function rotatePicture(
  storage: EncryptingStorage,
  { photoID, type, photo }: Picture,
): Promise<(true | string)[]> {
  // Not asked for: to who may not list a bucket, it answers 403 for what is gone.
  if (await removeFilesIfRemoved(storage, photoID)) return [];
  const key = pictureKey(folderOf(type), photo);
  const own = await rotateFile(storage, key);
  const thumbnail = await rotateFile(storage, thumbnailKey(folderOf(type), photo));
  // Deleted while it was written: not brought back.
  const isRemoved = await removeFilesIfRemoved(storage, photoID);
  // In the servers' storage every other picture has its file: what another storage lacks is not done.
  const outcome = own === null && !isRemoved ? `file ${key}: is not in this storage` : own;
  return [outcome, thumbnail].filter((each) => each !== undefined && each !== null);
}

/**
 * Encrypts files of results that wait, or are being read, under the first field key: the old key may go while the worker
 * is behind.
 * @returns yields as rotatePictures
 */
export async function* rotateResultFiles(storage: EncryptingStorage): AsyncGenerator<true | string> {
  for (const runID of await openResultRuns()) {
    const run = await findResultRun(runID);
    const outcome = run && (await rotateFile(storage, run.file));
    if (!outcome) continue;
    yield outcome;
    // Read to its end while it was written: not brought back.
    if (!(await findResultRun(runID))?.activeKey) await storage.remove(run.file);
  }
}

/** @returns true: encrypted again; a text: why it cannot be read; undefined: it was under the first key before; null: it is gone */
async function rotateFile(
  storage: EncryptingStorage,
  key: string,
): Promise<true | string | undefined | null> {
  try {
    if ((await storage.keyIdOf(key)) === keyById().id) return undefined;
    const bytes = await storage.get(key);
    if (!bytes) return null;
    await storage.put(key, bytes);
    return true;
  } catch (error) {
    return `file ${key}: ${(error as Error).message}`;
  }
}
