import { keyById } from '../crypto/field-encryption';
import { type Picture, PictureModel } from '../moderation/picture.model';
import { folderOf, PICTURE_CONTENT_TYPE, pictureKey, thumbnailKey } from '../moderation/picture-files';
import { removeFilesIfRemoved } from '../moderation/remove-picture';
import type { EncryptingStorage } from '../storage/storage';

const BATCH = 100;

/**
 * Encrypts the files of all pictures under the first field key, those included that earlier versions stored without
 * encryption. A picture that is done carries the key's id, so that the next run skips it.
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
      const outcomes = await rotateFiles(storage, picture, fileKeyID);
      yield* outcomes;
      const isWhole = picture.stage !== 'received' && outcomes.every((outcome) => outcome === true);
      if (isWhole) await PictureModel.updateOne({ photoID: after }, { $set: { fileKeyID } });
    }
    if (pictures.length < BATCH) return;
  }
}

async function rotateFiles(
  storage: EncryptingStorage,
  { photoID, type, photo }: Picture,
  current: string,
): Promise<(true | string)[]> {
  const outcomes: (true | string)[] = [];
  for (const keyOf of [pictureKey, thumbnailKey]) {
    const key = keyOf(folderOf(type), photo);
    try {
      const keyID = await storage.keyIdOf(key);
      const bytes = keyID === null || keyID === current ? null : await storage.get(key);
      if (!bytes) continue;
      await storage.put(key, bytes, PICTURE_CONTENT_TYPE);
      outcomes.push(true);
    } catch (error) {
      outcomes.push(`picture ${key}: ${(error as Error).message}`);
    }
  }
  // Deleted while it was written: not brought back.
  await removeFilesIfRemoved(storage, photoID);
  return outcomes;
}
