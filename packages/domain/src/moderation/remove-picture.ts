import type { Storage } from '../storage/storage';
import { PictureModel } from './picture.model';
import { folderOf, pictureKey, thumbnailKey } from './picture-files';

/**
 * Removes a picture's files for good. The record stays, without anything of the picture: others name its photoID.
 * Safe to repeat after dying at any point: a picture of the stage 'removing' is one whose files may still exist.
 * @param record writes down that the files are gone, before the record says so: after a crash twice rather than never
 * @returns whether it was there to remove
 */
export async function removePicture(
  storage: Storage,
  photoID: number,
  record?: () => Promise<void>,
): Promise<boolean> {
  const picture = await PictureModel.findOneAndUpdate(
    { photoID, stage: { $ne: 'removed' } },
    { $set: { stage: 'removing', listed: false } },
  ).lean();
  if (!picture) return false;
  await removeFiles(storage, picture);
  await record?.();
  await PictureModel.updateOne(
    { photoID, stage: 'removing' },
    {
      $set: { stage: 'removed', hash: '', hashBands: [], near: [], uploadKey: `removed:${photoID}` },
      $unset: { claim: 1 },
    },
  );
  return true;
}

/** For those who have written a file of a picture: removes it again if the picture was removed meanwhile. */
export async function removeFilesIfRemoved(storage: Storage, photoID: number): Promise<boolean> {
  const picture = await PictureModel.findOne({ photoID, stage: { $in: ['removing', 'removed'] } }).lean();
  if (picture) await removeFiles(storage, picture);
  return picture !== null;
}

async function removeFiles(
  storage: Storage,
  { type, photo }: { type: Parameters<typeof folderOf>[0]; photo: string },
): Promise<void> {
  const folder = folderOf(type);
  await storage.remove(pictureKey(folder, photo));
  await storage.remove(thumbnailKey(folder, photo));
}
