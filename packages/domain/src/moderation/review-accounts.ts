import {
  AppError,
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  PROFILE_STATUS,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import { isErased, NOTHING_STANDS, notErasedOrThrow, type Staff, StaffModel } from '../accounts';
import { type Actor, isDuplicateKey, nextId, reserveIds } from '../platform';
import { decideItem, type Given, type Origin } from './decide-item';
import { PictureModel } from './picture.model';
import { type Profile, ProfileModel } from './profile.model';
import { publishReviewChange } from './review-changes';

/** Pending applications and profiles per answer; the next ones follow once these are decided. */
const PAGE = 500;

/** File names of the pictures of a type that count, by their owner's id. */
async function photosOf(
  type: ImageType,
  ownerField: 'staffID' | 'profileID',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const counting = { stage: 'ready', status: { $ne: IMAGE_STATUS.hidden } } as const;
  const pictures = await PictureModel.find({ type, [ownerField]: { $in: ids }, ...counting })
    .select({ [ownerField]: 1, photo: 1 })
    .lean();
  return new Map(pictures.map((picture) => [picture[ownerField], picture.photo]));
}

/** Staff who applied, the first first (docs/PRODUCT.md §2 "Staff review"), each with their photo id, if there is one. */
export async function listStaffForReview(): Promise<{ staff: Staff; photo: string }[]> {
  const applied = await StaffModel.find({ status: STAFF_STATUS.pending })
    .sort({ staffID: 1 })
    .limit(PAGE)
    .lean<Staff[]>();
  const ids = applied.map(({ staffID }) => staffID);
  const photos = await photosOf(IMAGE_TYPE.photoId, 'staffID', ids);
  return applied.map((staff) => ({ staff, photo: photos.get(staff.staffID) ?? '' }));
}

/** Approves (1) or rejects (10) an application (docs/PRODUCT.md §4). @throws AppError as decideItem */
export function decideStaff(judgement: Given & { staffID: number }, moderator: Actor, origin: Origin = {}) {
  const { staffID: id, ...rest } = judgement;
  return decideItem({ kind: 'staff', id, from: [STAFF_STATUS.pending], ...rest }, moderator, origin);
}

/** Profiles awaiting approval, the oldest first (docs/PRODUCT.md §2 "Profile review"). */
export async function listProfilesForReview(): Promise<{ profile: Profile; photo: string }[]> {
  const profiles = await ProfileModel.find({ status: PROFILE_STATUS.pending })
    .sort({ profileID: 1 })
    .limit(PAGE)
    .lean();
  const ids = profiles.map(({ profileID }) => profileID);
  const photos = await photosOf(IMAGE_TYPE.profilePic, 'profileID', ids);
  return profiles.map((profile) => ({ profile, photo: photos.get(profile.profileID) ?? '' }));
}

/** Approves (1) or rejects (2) a pending profile (docs/PRODUCT.md §4). @throws AppError as decideItem */
export function decideProfile(
  judgement: Given & { profileID: number; isGood: boolean },
  moderator: Actor,
  origin: Origin = {},
) {
  const { profileID: id, ...rest } = judgement;
  return decideItem({ kind: 'profile', id, from: [PROFILE_STATUS.pending], ...rest }, moderator, origin);
}

/** A profile as the service hands it in; without profileID a new one. */
type SubmittedProfile = Record<'profileName' | 'tagLine' | 'description', string> & {
  profileID?: number | undefined;
  staffID: number;
};

/**
 * Takes in a profile; one that is there already and reads otherwise now waits for approval again. @returns profileID
 * @throws AppError not_found: there is no such member of staff; conflict: the profile is another's, or they were erased
 */
export async function submitProfile(profile: SubmittedProfile): Promise<number> {
  const { staffID, profileName, tagLine, description } = profile;
  if (!(await StaffModel.exists({ staffID }))) throw new AppError('not_found', 'There is no such staff');
  await notErasedOrThrow('staff', staffID);
  const profileID = profile.profileID ?? (await nextId('profileID'));
  const texts = { profileName, tagLine, description };
  try {
    await ProfileModel.create({ profileID, staffID, ...texts });
    await reserveIds('profileID', profileID);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await resubmit(profileID, staffID, texts);
  }
  // Erased meanwhile: the erasure has not seen these texts. A question that fails says nothing, and takes nothing away.
  if (await isErased('staff', staffID)) await scrubProfiles([profileID]);
  await notErasedOrThrow('staff', staffID);
  publishReviewChange({ kind: 'profile', id: profileID });
  return profileID;
}

/** Takes everything that was written out of profiles of somebody who is erased. */
export async function scrubProfiles(profileIDs: readonly number[]): Promise<void> {
  const texts = { profileName: '', tagLine: '', description: '', decisions: [], history: [] };
  await ProfileModel.updateMany(
    { profileID: { $in: profileIDs } },
    { $set: { ...texts, status: PROFILE_STATUS.rejected }, $unset: { claim: 1 } },
  );
}

async function resubmit(profileID: number, staffID: number, texts: Record<string, string>): Promise<void> {
  if (!(await ProfileModel.exists({ profileID, staffID })))
    throw new AppError('conflict', 'This profile belongs to other staff');
  const changed = Object.entries(texts).map(([name, text]) => ({ [name]: { $ne: text } }));
  const set = { ...texts, status: PROFILE_STATUS.pending, ...NOTHING_STANDS };
  await ProfileModel.updateOne(
    { profileID, staffID, $or: changed },
    { $set: set, $inc: { review: 1 }, $unset: { claim: 1 } },
  );
}
