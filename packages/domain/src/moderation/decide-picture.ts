import { AppError, IMAGE_TYPE, type ImageType, imageStatesBefore } from '@partnerdesk/contracts';
import type { Actor } from '../audit/audit';
import { decideItem, type Origin } from './decide-item';
import { PictureModel } from './picture.model';

export interface PictureJudgement {
  photoID: number;
  type: ImageType;
  to: number;
  review?: number | undefined;
  reason?: string | undefined;
  note?: string | undefined;
}

/**
 * The picture that a decision names: by staffID for type 1, by profileID for type 2 (each has one picture that counts),
 * by photoID for types 3 and 4 (docs/PRODUCT.md §7), which then need not be looked up.
 * @throws AppError not_found
 */
export async function findPhotoIdOrThrow(type: ImageType, identifier: number): Promise<number> {
  if (type === IMAGE_TYPE.galleryPic || type === IMAGE_TYPE.memberPic) return identifier;
  const owner = type === IMAGE_TYPE.photoId ? { staffID: identifier } : { profileID: identifier };
  const picture = await PictureModel.findOne({ type, ...owner, stage: 'ready' })
    .sort({ photoID: -1 })
    .select({ photoID: 1 })
    .lean();
  if (!picture) throw new AppError('not_found', 'There is no such picture');
  return picture.photoID;
}

/**
 * Approves, rejects or hides a picture (docs/PRODUCT.md §4).
 * @throws AppError invalid_input for a status that the type does not have; as decideItem
 */
export async function decidePicture(judgement: PictureJudgement, moderator: Actor, origin: Origin = {}) {
  const { photoID, type, to, review, reason, note } = judgement;
  const from = imageStatesBefore(type, to);
  if (from.length === 0) throw new AppError('invalid_input', 'Pictures of this type do not have this status');
  // The type decides what is allowed, so it has to be the picture's own.
  const where = { type };
  return decideItem({ kind: 'image', id: photoID, where, to, from, review, reason, note }, moderator, origin);
}

/** At a time: enough to hide the waits, few enough to leave the database to others. */
const AT_A_TIME = 4;

/** Decides many, each by itself: one that is refused does not keep the others back. Outcomes in the order given. */
export async function decidePictures(
  judgements: readonly PictureJudgement[],
  moderator: Actor,
  origin: Origin = {},
): Promise<PromiseSettledResult<Awaited<ReturnType<typeof decidePicture>>>[]> {
  const outcomes: PromiseSettledResult<Awaited<ReturnType<typeof decidePicture>>>[] = [];
  for (let start = 0; start < judgements.length; start += AT_A_TIME) {
    const group = judgements.slice(start, start + AT_A_TIME);
    outcomes.push(...(await Promise.allSettled(group.map((each) => decidePicture(each, moderator, origin)))));
  }
  return outcomes;
}
