import type { ImageOrder, ImageType, NearPicture } from '@partnerdesk/contracts';
import { judgedNear } from './near-pictures';
import { type Picture, PictureModel } from './picture.model';

export interface PicturePage {
  type: ImageType;
  /** Missing: every status but Hidden. */
  status?: number | undefined;
  staffID?: number | undefined;
  memberID?: number | undefined;
  order: ImageOrder;
  /** photoID of the last picture of the page before. */
  after?: number | undefined;
  /** photoID to begin with. */
  from?: number | undefined;
  limit: number;
}

/** A picture of a queue, and of the judged pictures that it resembles the one judged last. */
export type ListedPicture = { picture: Picture; near?: NearPicture };

/** A page of a queue, by key: the millionth costs what the first does. Hidden pictures are on no list (docs/PRODUCT.md §2). */
export async function listPictures(page: PicturePage): Promise<ListedPicture[]> {
  const { type, status, staffID, memberID, order, limit } = page;
  const pictures = await PictureModel.find({
    type,
    listed: true,
    ...(status !== undefined && { status }),
    ...(staffID !== undefined && { staffID }),
    ...(memberID !== undefined && { memberID }),
    ...bounds(page),
  })
    .sort({ photoID: order === 'newest' ? -1 : 1 })
    .limit(limit)
    .lean();
  const near = await judgedNear(pictures);
  return pictures.map((picture) => {
    const [nearest] = near.get(picture.photoID) ?? [];
    return { picture, ...(nearest && { near: nearest }) };
  });
}

function bounds({ order, after, from }: PicturePage): { photoID?: Record<string, number> } {
  const [past, at] = order === 'newest' ? ['$lt', '$lte'] : ['$gt', '$gte'];
  if (after !== undefined) return { photoID: { [past]: after } };
  if (from !== undefined) return { photoID: { [at]: from } };
  return {};
}
