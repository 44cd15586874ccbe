import { AppError, IMAGE_TYPE, PROFILE_STATUS } from '@partnerdesk/contracts';
import { StaffModel } from '../accounts';
import type { Actor } from '../platform';
import { isDuplicateKey, nextId, reserveIds } from '../platform';
import { decideItem, type Origin } from './decide-item';
import { photosOf } from './owner-photos';
import { type Profile, ProfileModel } from './profile.model';

/** Pending profiles per answer; the next ones follow once these are decided. */
const PAGE = 500;

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

/**
 * Approves (1) or rejects (2) a pending profile (docs/PRODUCT.md §4).
 * @throws AppError as decideItem
 */
export function decideProfile(
  judgement: {
    profileID: number;
    to: number;
    isGood: boolean;
    review?: number;
    reason?: string;
    note?: string;
  },
  moderator: Actor,
  origin: Origin = {},
) {
  const { profileID, ...rest } = judgement;
  return decideItem(
    { kind: 'profile', id: profileID, from: [PROFILE_STATUS.pending], ...rest },
    moderator,
    origin,
  );
}

/** A profile as the service hands it in. */
export interface SubmittedProfile {
  /** Missing: a new profile. */
  profileID?: number | undefined;
  staffID: number;
  profileName: string;
  tagLine: string;
  description: string;
}

/**
 * Takes in a profile; one that is there already and reads otherwise now waits for approval again.
 * @returns profileID
 * @throws AppError not_found when there is no such member of staff; conflict when the profile is another's
 */
export async function submitProfile(profile: SubmittedProfile): Promise<number> {
  const { staffID, profileName, tagLine, description } = profile;
  if (!(await StaffModel.exists({ staffID }))) throw new AppError('not_found', 'There is no such staff');
  const profileID = profile.profileID ?? (await nextId('profileID'));
  const texts = { profileName, tagLine, description };
  try {
    await ProfileModel.create({ profileID, staffID, ...texts });
    await reserveIds('profileID', profileID);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await resubmit(profileID, staffID, texts);
  }
  return profileID;
}

async function resubmit(profileID: number, staffID: number, texts: Record<string, string>): Promise<void> {
  if (!(await ProfileModel.exists({ profileID, staffID })))
    throw new AppError('conflict', 'This profile belongs to other staff');
  const changed = Object.entries(texts).map(([name, text]) => ({ [name]: { $ne: text } }));
  // What was judged is no longer what stands there: nothing of it can be undone.
  await ProfileModel.updateOne(
    { profileID, staffID, $or: changed },
    {
      $set: { ...texts, status: PROFILE_STATUS.pending, decisions: [], decidedBy: null, decidedAt: null },
      $inc: { review: 1 },
      $unset: { claim: 1 },
    },
  );
}
