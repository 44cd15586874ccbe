import { IMAGE_STATUS, pictureTypesOf } from '@partnerdesk/contracts';
import {
  correctAll,
  DERIVED_STEP,
  type DerivedDifference,
  type PictureRating,
  StaffModel,
  storeDerived,
  UNRATED,
} from '../accounts';
import { PictureModel } from './review.models';

const rate = (staffIDs: readonly number[]) => storeDerived('staff', 'pictureRating', staffIDs, ratingsOf);

/** From the pictures as they stand: who judged them first, or what was undone since, counts for nothing. */
async function ratingsOf(staffIDs: readonly number[]): Promise<Map<number, Omit<PictureRating, 'rev'>>> {
  const { approved, rejected } = IMAGE_STATUS;
  const pictures = await PictureModel.find(
    {
      type: { $in: pictureTypesOf('staff') },
      staffID: { $in: [...staffIDs] },
      status: { $in: [approved, rejected] },
    },
    { _id: 0, staffID: 1, status: 1 },
  ).lean<{ staffID: number; status: number }[]>();
  const ratings = new Map(staffIDs.map((id) => [id, { approved: 0, judged: 0, share: UNRATED }]));
  for (const { staffID, status } of pictures) {
    const rating = ratings.get(staffID);
    if (!rating) continue;
    rating.judged += 1;
    if (status === approved) rating.approved += 1;
    rating.share = rating.approved / rating.judged;
  }
  return ratings;
}

/**
 * Computes the rating of those of whose pictures one was judged since (the judgement marks it in the same write), and of
 * those who have none yet. Safe to repeat and to race with itself.
 * @param signal ends it between two steps
 */
export async function refreshRatings(signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const due = await PictureModel.find({ ratingDue: true }, { _id: 0, photoID: 1, staffID: 1, review: 1 })
      .limit(DERIVED_STEP)
      .lean<{ photoID: number; staffID: number; review: number }[]>();
    const lacking = await StaffModel.find({ 'pictureRating.share': null }, { _id: 0, staffID: 1 })
      .limit(DERIVED_STEP)
      .lean<{ staffID: number }[]>();
    if (due.length + lacking.length === 0) return;
    const staffIDs = [...new Set([...due, ...lacking].map(({ staffID }) => staffID))];
    const { isComplete } = await rate(staffIDs);
    if (!isComplete || due.length === 0) continue;
    // One that was judged again meanwhile is due again.
    await PictureModel.bulkWrite(
      due.map(({ photoID, review }) => ({
        updateOne: { filter: { photoID, review }, update: { $unset: { ratingDue: 1 } } },
      })),
      { ordered: false },
    );
  }
}

/** Computes everybody's rating and corrects what is off, while the system runs. @returns what was off */
export async function rebuildRatings(): Promise<DerivedDifference[]> {
  // What is only waiting for the worker is not off.
  await refreshRatings();
  return correctAll('staff', rate);
}
