import { AppError, type ImageType, imageStatesBefore, PICTURE_TYPES } from '@partnerdesk/contracts';
import type { Actor } from '../platform';
import { decideItem, type Given, newStamp, type Origin } from './decide-item';
import { type ItemOutcome, outcomeOfEach } from './outcome-of-each';
import { PictureModel } from './picture.model';

export interface PictureJudgement extends Given {
  photoID: number;
  type: ImageType;
}

/**
 * The picture that a decision names: by staffID for type 1, by profileID for type 2 (each has one picture that counts),
 * by photoID for types 3 and 4 (docs/PRODUCT.md §7), which then need not be looked up.
 * @throws AppError not_found
 */
export async function findPhotoIdOrThrow(type: ImageType, identifier: number): Promise<number> {
  const { namedBy } = PICTURE_TYPES[type];
  if (namedBy === 'photoID') return identifier;
  const picture = await PictureModel.findOne({ type, [namedBy]: identifier, stage: 'ready' })
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
  const { photoID, type, ...judged } = judgement;
  const from = imageStatesBefore(type, judged.to);
  if (from.length === 0) throw new AppError('invalid_input', 'Pictures of this type do not have this status');
  // The type decides what is allowed, so it has to be the picture's own.
  const where = { type };
  return decideItem({ kind: 'image', id: photoID, where, from, ...judged }, moderator, origin);
}

/**
 * Decides many at once. It is one decision, undone as one, though each picture is judged by itself.
 * @returns outcomes in the order given
 */
export function decidePictures(
  judgements: readonly PictureJudgement[],
  moderator: Actor,
  origin: Origin = {},
): Promise<ItemOutcome[]> {
  const stamp = newStamp();
  return outcomeOfEach(
    judgements,
    ({ photoID }) => photoID,
    (judgement) => decidePicture({ ...judgement, stamp }, moderator, origin),
  );
}
