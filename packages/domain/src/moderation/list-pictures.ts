import type { ImageForReview, ImageOrder, ImageType, NearPicture } from '@partnerdesk/contracts';
import { presentClaim } from './claims';
import { judgedNear } from './near-pictures';
import { type Picture, PictureModel } from './picture.model';

export interface PicturePage {
  type: ImageType;
  /** Missing: every status but Hidden. */
  status?: number | undefined;
  /** Only this person's. */
  staffID?: number | undefined;
  memberID?: number | undefined;
  order: ImageOrder;
  /** photoID of the last picture of the page before. */
  after?: number | undefined;
  /** photoID to begin with. */
  from?: number | undefined;
  limit: number;
}

/**
 * A page of a queue, by key: the millionth page costs what the first does. Hidden pictures are on no list
 * (docs/PRODUCT.md §2).
 * @param moderatorID whose claims are called their own
 */
export async function listPictures(page: PicturePage, moderatorID: number): Promise<ImageForReview[]> {
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
  return pictures.map((picture) => presentPicture(picture, moderatorID, near.get(picture.photoID)?.[0]));
}

function bounds({ order, after, from }: PicturePage): { photoID?: Record<string, number> } {
  const [past, at] = order === 'newest' ? ['$lt', '$lte'] : ['$gt', '$gte'];
  if (after !== undefined) return { photoID: { [past]: after } };
  if (from !== undefined) return { photoID: { [at]: from } };
  return {};
}

/** A picture as moderators get it. */
export function presentPicture(picture: Picture, moderatorID: number, near?: NearPicture): ImageForReview {
  const { staffID, profileID, photoID, photo, status, type, memberID, review, width, height } = picture;
  const claim = presentClaim(picture.claim, moderatorID);
  const last = picture.decisions.at(-1);
  return {
    staffID,
    profileID,
    photoID,
    photo,
    status,
    type,
    memberID,
    review,
    width,
    height,
    dateCreated: picture.createdAt.toISOString(),
    ...(claim && { claim }),
    ...(last && {
      judgement: {
        status,
        by: last.name,
        at: last.at.toISOString(),
        reason: last.reason,
        note: last.note,
      },
    }),
    ...(near && { near }),
  };
}
