import { IMAGE_STATUS, type ImageType } from '@partnerdesk/contracts';
import { PictureModel } from './picture.model';

/** File names of the pictures of a type that count for these owners. */
export async function photosOf(
  type: ImageType,
  ownerField: 'staffID' | 'profileID',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const pictures = await PictureModel.find({
    type,
    [ownerField]: { $in: ids },
    stage: 'ready',
    status: { $ne: IMAGE_STATUS.hidden },
  })
    .select({ [ownerField]: 1, photo: 1 })
    .lean();
  return new Map(pictures.map((picture) => [picture[ownerField], picture.photo]));
}
