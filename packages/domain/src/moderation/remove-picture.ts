import { type AuditEntry, deliverAudit, type Storage, withAudit } from '../platform';
import { type Picture, PictureModel } from './picture.model';
import { folderOf, pictureKey, thumbnailKey } from './picture-files';

/**
 * Removes a picture's files for good. The record stays, without anything of the picture: others name its photoID.
 * Safe to repeat after dying at any point: a picture of the stage 'removing' is one whose files may still exist.
 * @param entry of the audit log, about it
 * @returns whether it was there to remove
 */
export async function removePicture(
  storage: Storage,
  photoID: number,
  ...entry: [] | [AuditEntry]
): Promise<boolean> {
  const picture = await PictureModel.findOneAndUpdate(
    { photoID, stage: { $ne: 'removed' } },
    { $set: { stage: 'removing', listed: false } },
  ).lean();
  if (!picture) return false;
  await removeFiles(storage, picture);
  const removed = {
    $set: { stage: 'removed', hash: '', hashBands: [], near: [], uploadKey: `removed:${photoID}` } as const,
    $unset: { claim: 1 } as const,
  };
  await PictureModel.updateOne({ photoID, stage: 'removing' }, withAudit(removed, ...entry));
  await deliverAudit(PictureModel, { photoID });
  return true;
}

/** For those who have written a file of a picture: removes it again if the picture was removed meanwhile. */
export async function removeFilesIfRemoved(storage: Storage, photoID: number): Promise<boolean> {
  const picture = await PictureModel.findOne({ photoID, stage: { $in: ['removing', 'removed'] } }).lean();
  if (picture) await removeFiles(storage, picture);
  return picture !== null;
}

async function removeFiles(storage: Storage, { type, photo }: Picture): Promise<void> {
  const folder = folderOf(type);
  await storage.remove(pictureKey(folder, photo));
  await storage.remove(thumbnailKey(folder, photo));
}
