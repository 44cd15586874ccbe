import { IMAGE_STATUS, type NearPicture } from '@partnerdesk/contracts';
import { type Picture, PictureModel } from './picture.model';
import { bandsOf, bitsApart, NEAR_BITS } from './picture-hash';

/** So many that share a part of the hash are compared, the newest first. */
const CANDIDATES = 2000;
/** A picture names so many that look like it. */
const KEPT = 20;
const SHOWN = 5;

/** Finds the pictures that look nearly like a hash. Both name each other, since either may be judged first. */
export async function linkNearPictures(photoID: number, hash: string): Promise<void> {
  if (!hash) return;
  const candidates = await PictureModel.find({ hashBands: { $in: bandsOf(hash) }, photoID: { $ne: photoID } })
    .sort({ photoID: -1 })
    .select({ photoID: 1, hash: 1 })
    .limit(CANDIDATES)
    .lean();
  const near = candidates
    .filter((other) => bitsApart(hash, other.hash) <= NEAR_BITS)
    .map((other) => other.photoID)
    .sort((a, b) => b - a)
    .slice(0, KEPT);
  if (near.length === 0) return;
  await PictureModel.updateOne({ photoID }, { $addToSet: { near: { $each: near } } });
  await PictureModel.updateMany({ photoID: { $in: near } }, { $addToSet: { near: photoID } });
}

/** The judged ones among the pictures that look like these, by photoID, the last judgement first. */
export async function judgedNear(pictures: readonly Picture[]): Promise<Map<number, NearPicture[]>> {
  const ids = [...new Set(pictures.flatMap(({ near }) => near.slice(-KEPT)))];
  const found = new Map<number, NearPicture[]>();
  if (ids.length === 0) return found;
  const judged = await PictureModel.find({
    photoID: { $in: ids },
    stage: { $in: ['ready', 'replaced'] },
    status: { $ne: IMAGE_STATUS.unprocessed },
  }).lean();
  const byId = new Map(judged.map((each) => [each.photoID, each]));
  for (const { photoID, near } of pictures) {
    const shown = near
      .flatMap((id) => byId.get(id) ?? [])
      .map(presentNear)
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, SHOWN);
    if (shown.length > 0) found.set(photoID, shown);
  }
  return found;
}

function presentNear(picture: Picture): NearPicture {
  const { photoID, type, photo, status } = picture;
  const last = picture.decisions.at(-1);
  return {
    photoID,
    type,
    photo,
    status,
    by: last?.name ?? '',
    at: (last?.at ?? picture.createdAt).toISOString(),
    reason: last?.reason ?? '',
    note: last?.note ?? '',
  };
}
