import { plainModel, type Storage } from '../platform';
import { PictureModel } from './picture.model';

/** A file that is being stored and whose picture is not recorded yet. What a dead process leaves is found by it. */
export const PendingUploadModel = plainModel<{ _id: string; at: Date }>(
  'PendingUpload',
  'pendingUploads',
  String,
  [[{ at: 1 }]],
);

/** Call it before the file is stored. @param key of the storage */
export async function beginUpload(key: string): Promise<void> {
  await PendingUploadModel.create({ _id: key, at: new Date() });
}

/**
 * Call it once the picture is recorded, or the file removed.
 * @returns false: a sweep has taken the upload for abandoned and removed its file
 */
export async function endUpload(key: string): Promise<boolean> {
  return (await PendingUploadModel.deleteOne({ _id: key })).deletedCount > 0;
}

/** Far longer than a request lives (ms). */
const ABANDONED_MS = 3_600_000;
const SWEEP = 200;

/** Removes files whose uploader died before it recorded the picture. @returns how many */
export async function removeAbandonedUploads(storage: Storage, now = Date.now()): Promise<number> {
  const before = new Date(now - ABANDONED_MS);
  await storage.tidy(before);
  const old = await PendingUploadModel.find({ at: { $lt: before } })
    .limit(SWEEP)
    .lean();
  let removed = 0;
  for (const { _id: key } of old) {
    if (!(await PictureModel.exists({ photo: key.slice(key.lastIndexOf('/') + 1) }))) {
      await storage.remove(key);
      removed += 1;
    }
    await endUpload(key);
  }
  return removed;
}
