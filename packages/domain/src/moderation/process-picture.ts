import { PICTURE_TYPES } from '@partnerdesk/contracts';
import type { Storage } from '../platform';
import { bandsOf, linkNearPictures } from './near-pictures';
import { type Picture, PictureModel } from './picture.model';
import { extractOf } from './picture-bytes';
import { folderOf, pictureKey, removeFilesIfRemoved, thumbnailKey } from './picture-files';
import { publishReviewChange } from './review-changes';

/**
 * Makes a received picture ready for moderators: thumbnail, perceptual hash, and the one that it replaces leaves the lists.
 * Safe to run again at any point. @throws Error when the storage fails
 */
export async function processPicture(storage: Storage, photoID: number): Promise<'done' | 'gone'> {
  const picture = await PictureModel.findOne({ photoID }).lean();
  if (!picture || (await removeFilesIfRemoved(storage, photoID))) return 'gone';
  if (picture.stage !== 'received') return 'done';
  const folder = folderOf(picture.type);
  const bytes = await storage.get(pictureKey(folder, picture.photo));
  if (!bytes) throw new Error(`the file of photo ${photoID} is not in the storage`);
  const { thumbnail, hash } = await extractOf(bytes);
  await storage.put(thumbnailKey(folder, picture.photo), thumbnail);
  if (await removeFilesIfRemoved(storage, photoID)) return 'gone';
  // Stored before the look for others: of two at once, whichever looks last finds the other.
  await PictureModel.updateOne({ photoID, stage: 'received' }, { $set: { hash, hashBands: bandsOf(hash) } });
  await linkNearPictures(photoID, hash);
  const others = siblings(picture);
  await replaceOlder(others, photoID);
  await PictureModel.updateOne({ photoID, stage: 'received' }, { $set: { stage: 'ready', listed: true } });
  // Two of the same owner at once: whichever is ready last sees the other.
  await replaceOlder(others, photoID);
  await yieldToNewer(others, photoID);
  publishReviewChange({ kind: 'image', id: photoID });
  return 'done';
}

/** There is one photo id of a member of staff and one picture of a profile: the last. */
function siblings({ type, ...ids }: Picture): Record<string, unknown> | undefined {
  const { namedBy } = PICTURE_TYPES[type];
  return namedBy === 'photoID' ? undefined : { type, [namedBy]: ids[namedBy] };
}

const REPLACED = { $set: { stage: 'replaced', listed: false } } as const;

async function replaceOlder(others: object | undefined, photoID: number): Promise<void> {
  const older = { ...others, photoID: { $lt: photoID }, stage: { $in: ['received', 'ready'] } };
  if (others) await PictureModel.updateMany(older as object, REPLACED);
}

async function yieldToNewer(others: object | undefined, photoID: number): Promise<void> {
  const newer = { ...others, photoID: { $gt: photoID }, stage: 'ready' };
  if (others && (await PictureModel.exists(newer as object)))
    await PictureModel.updateOne({ photoID, stage: 'ready' }, REPLACED);
}

/** Received so long ago (ms) that their job must have got lost. */
const LOST_MS = 30_000;

/** Pictures that are not processed yet, oldest first: their job was never put in the queue, or died with it. */
export async function* findLostPictures(now = Date.now()): AsyncGenerator<number> {
  const waiting = PictureModel.find({ stage: 'received', createdAt: { $lt: new Date(now - LOST_MS) } })
    .sort({ createdAt: 1 })
    .select({ photoID: 1 })
    .lean()
    .cursor();
  for await (const { photoID } of waiting) yield photoID;
}
