import {
  ACCOUNT_KINDS,
  AppError,
  type ImageType,
  type PhotoReceipt,
  PICTURE_TYPES,
} from '@partnerdesk/contracts';
import { notErasedOrThrow } from '../accounts';
import { isDuplicateKey, nextId, type Storage, sha256 } from '../platform';
import { PictureModel } from './picture.model';
import { cleanPictureOrThrow } from './picture-bytes';
import {
  beginUpload,
  endUpload,
  folderOf,
  makePictureName,
  pictureKey,
  removePicture,
} from './picture-files';

type OwnerIds = Record<'staffID' | 'profileID' | 'memberID', number>;

export interface PictureOwner extends Partial<OwnerIds> {
  type: ImageType;
}

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
  const put = () => storage.put(key, bytes);
  await beginUpload(key);
  await put();
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
  // A process that was paused for very long: the file was taken for nobody's.
  if (!(await endUpload(key))) await put();
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
