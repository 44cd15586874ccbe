import { AppError, type ImageType, imageStatesBefore, PICTURE_TYPES } from '@partnerdesk/contracts';
import type { Actor } from '../platform';
import {
  decideItem,
  type Given,
  type ItemOutcome,
  newStamp,
  type Origin,
  outcomeOfEach,
} from './decide-item';
import { PictureModel } from './picture.model';

export interface PictureJudgement extends Given {
  photoID: number;
  type: ImageType;
}

/** The picture that a decision names by the identifier of its type (docs/PRODUCT.md §7). @throws AppError not_found */
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

/** Approves, rejects or hides a picture (docs/PRODUCT.md §4). @throws AppError invalid_input: not of this type; as decideItem */
export async function decidePicture(judgement: PictureJudgement, moderator: Actor, origin: Origin = {}) {
  const { photoID, type, ...judged } = judgement;
  const from = imageStatesBefore(type, judged.to);
  if (from.length === 0) throw new AppError('invalid_input', 'Pictures of this type do not have this status');
  // The type decides what is allowed, so it has to be the picture's own.
  const where = { type };
  return decideItem({ kind: 'image', id: photoID, where, from, ...judged }, moderator, origin);
}

/** Decides many: one decision, undone as one, though each picture is judged by itself. @returns outcomes in the order given */
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
