import type { AccountKind } from '@partnerdesk/contracts';
import { folderOf, type Picture, PictureModel, pictureKey } from '../moderation';
import type { EncryptingStorage } from '../platform';
import { findPersonOrThrow } from './person';

/**
 * Whether a storage has the file of any picture of a person who has some. The servers' has; in another one an export lacks
 * all of them, and an erasure leaves all of them where they are.
 * @throws AppError not_found
 */
export async function hasFilesOf(
  storage: EncryptingStorage,
  kind: AccountKind,
  id: number,
): Promise<boolean> {
  const { photoIDs } = await findPersonOrThrow(kind, id);
  const found = await PictureModel.find({ photoID: { $in: photoIDs } }).lean<Picture[]>();
  const pictures = found.filter(({ stage }) => stage !== 'removing' && stage !== 'removed');
  for (const { type, photo } of pictures)
    if ((await storage.keyIdOf(pictureKey(folderOf(type), photo))) !== null) return true;
  return pictures.length === 0;
}
