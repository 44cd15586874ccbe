import { randomBytes } from 'node:crypto';
import { type ImageType, PICTURE_TYPES } from '@partnerdesk/contracts';
import { type AuditEntry, deliverAudit, plainModel, type Storage, withAudit } from '../platform';
import { type Picture, PictureModel } from './picture.model';

export const PICTURE_CONTENT_TYPE = 'image/jpeg';

/** Folders by owner, as addresses name them (docs/PRODUCT.md §3). */
export type PictureFolder = 'members' | 'operators';

const FOLDERS = { member: 'members', staff: 'operators' } as const;

export const folderOf = (type: ImageType): PictureFolder => FOLDERS[PICTURE_TYPES[type].owner];

/** A file name that cannot be guessed and reveals nothing. */
export const makePictureName = (): string => `${randomBytes(16).toString('hex')}.jpg`;

/** What makePictureName makes, and nothing else. */
export const PICTURE_NAME = /^[0-9a-f]{32}\.jpg$/;

/** Where the storage keeps a picture and its thumbnail. */
export const pictureKey = (folder: PictureFolder, photo: string): string => `images/${folder}/${photo}`;
export const thumbnailKey = (folder: PictureFolder, photo: string): string => `thumbs/${folder}/${photo}`;

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

/** Call it once the picture is recorded, or the file removed. @returns false: a sweep has removed the file as abandoned */
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

/**
 * Removes a picture's files for good; the record stays, as others name its photoID. Safe to repeat: a picture of the stage
 * 'removing' is one whose files may still exist. @param entry of the audit log @returns whether it was there to remove
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
