import { randomBytes } from 'node:crypto';
import {
  ACCOUNT_KINDS,
  AppError,
  IMAGE_TYPE,
  type ImageType,
  type PhotoReceipt,
  PICTURE_TYPES,
} from '@partnerdesk/contracts';
import { notErasedOrThrow } from '../accounts';
import {
  type AuditEntry,
  type By,
  isDuplicateKey,
  nextId,
  plainModel,
  type Storage,
  sha256,
  updateAudited,
  writeAudit,
} from '../platform';
import { bandsOf, linkNearPictures } from './near-pictures';
import { cleanPictureOrThrow, extractOf } from './picture-bytes';
import { type Picture, PictureModel } from './review.models';
import { publishReviewChange } from './review-items';

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
export const PendingUploadModel = plainModel<{ _id: string; at: Date; abandoned?: true }>(
  'PendingUpload',
  'pendingUploads',
  String,
  [[{ at: 1 }]],
);

/** Called once the picture is recorded, or the file removed. @returns false: a sweep removes the file as abandoned, or has */
async function endUpload(key: string): Promise<boolean> {
  return (await PendingUploadModel.deleteOne({ _id: key, abandoned: { $exists: false } })).deletedCount > 0;
}

type OwnerIds = Record<'staffID' | 'profileID' | 'memberID', number>;
type PictureOwner = Partial<OwnerIds> & { type: ImageType };

/**
 * Takes in a picture; the worker makes it ready for moderators. The same picture for the same owner again is the one that
 * is there, so a caller that got no answer just repeats.
 * @throws AppError as cleanPictureOrThrow; invalid_input: the owner is not one of the type; conflict: the owner was erased
 */
export async function receivePicture(
  storage: Storage,
  owner: PictureOwner,
  upload: Buffer,
): Promise<PhotoReceipt> {
  const ids = ownerIdsOrThrow(owner);
  const person = PICTURE_TYPES[owner.type].owner;
  const personID = ids[ACCOUNT_KINDS[person].id];
  await notErasedOrThrow(person, personID);
  const uploadKey = `${owner.type}:${ids.staffID}:${ids.profileID}:${ids.memberID}:${sha256(upload)}`;
  const known = await PictureModel.findOne({ uploadKey }).lean();
  if (known && (known.stage === 'received' || known.stage === 'ready'))
    return { photoID: known.photoID, duplicate: true };
  // Sent again after another took its place, or after its deletion began: it counts as new.
  if (known)
    await PictureModel.updateOne(
      { photoID: known.photoID, uploadKey },
      { $set: { uploadKey: `${uploadKey}:${known.photoID}` } },
    );
  const { bytes, width, height } = await cleanPictureOrThrow(upload);
  const photo = makePictureName();
  const key = pictureKey(folderOf(owner.type), photo);
  await PendingUploadModel.create({ _id: key, at: new Date() });
  await storage.put(key, bytes);
  const photoID = await nextId('photoID');
  try {
    await PictureModel.create({ photoID, type: owner.type, ...ids, photo, width, height, uploadKey });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The same upload twice at once: the other one was first.
    await storage.remove(key);
    await endUpload(key);
    return { photoID: (await PictureModel.findOne({ uploadKey }).orFail().lean()).photoID, duplicate: true };
  }
  // A process that was paused for very long: the file was taken for nobody's, and may be removed at any moment from now.
  if (!(await endUpload(key))) {
    await removePicture(storage, photoID);
    return receivePicture(storage, owner, upload);
  }
  // Erased while the picture was read: its erasure has not seen it.
  await notErasedOrThrow(person, personID).catch(async (error: unknown) => {
    await removePicture(storage, photoID);
    throw error;
  });
  return { photoID, duplicate: false };
}

/** Each type belongs to the owners that it needs and to no other. */
function ownerIdsOrThrow(owner: PictureOwner): OwnerIds {
  const ids: OwnerIds = { staffID: 0, profileID: 0, memberID: 0 };
  for (const name of Object.keys(ids) as (keyof OwnerIds)[]) {
    const needed = PICTURE_TYPES[owner.type].needs.includes(name);
    if (needed !== (owner[name] !== undefined)) {
      const problem = needed ? 'is needed for this type' : 'does not belong to this type';
      throw new AppError('invalid_input', `${name} ${problem}`, { [name]: `${name} ${problem}` });
    }
    ids[name] = owner[name] ?? 0;
  }
  return ids;
}

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
    // Before it looks for the picture: who records it after that takes the file for lost.
    const { matchedCount } = await PendingUploadModel.updateOne({ _id: key }, { $set: { abandoned: true } });
    if (matchedCount === 0) continue;
    if (!(await PictureModel.exists({ photo: key.slice(key.lastIndexOf('/') + 1) }))) {
      await storage.remove(key);
      removed += 1;
    }
    await PendingUploadModel.deleteOne({ _id: key });
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
  await updateAudited(PictureModel, { photoID, stage: 'removing' }, removed, ...entry);
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

/** The photoID of a file; undefined: it is no photo id. */
const photoIdOf = async (photo: string): Promise<number | undefined> =>
  (await PictureModel.findOne({ photo, type: IMAGE_TYPE.photoId }, { photoID: 1 }).lean())?.photoID;

/** Of what somebody sees again and again one line an hour is written. */
const hourlyKey = (what: string, { kind, id }: By['actor']) =>
  `${what}:${kind}:${id}:${new Date().toISOString().slice(0, 13)}`;

/** Records, before a file is shown, that somebody looks at a photo id: each person and photo id once an hour. @param photo its name */
export async function openPhotoId(photo: string, by: By): Promise<void> {
  const id = await photoIdOf(photo);
  if (id === undefined) return;
  const key = hourlyKey(`photo-id:${id}`, by.actor);
  await writeAudit({ ...by, action: 'photo-id.opened', subject: { type: 'image', id }, key });
}

/** Records, before a thumbnail is shown, that somebody sees thumbnails of photo ids: each person once an hour. @param photo its name */
export async function listPhotoId(photo: string, by: By): Promise<void> {
  if ((await photoIdOf(photo)) === undefined) return;
  const subject = { type: 'image', id: 'thumbnails' } as const;
  await writeAudit({ ...by, action: 'photo-ids.listed', subject, key: hourlyKey('photo-ids', by.actor) });
}
