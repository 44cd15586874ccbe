import { AppError, PROFILE_STATUS } from '@partnerdesk/contracts';
import { isErased, NOTHING_STANDS, notErasedOrThrow, StaffModel } from '../accounts';
import { isDuplicateKey, nextId, reserveIds } from '../platform';
import { ProfileModel } from './review.models';
import { publishReviewChange } from './review-items';

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
  // Before it is stored: after a death in between its number would be given to another profile, which would overwrite it.
  await reserveIds('profileID', profileID);
  try {
    await ProfileModel.create({ profileID, staffID, ...texts });
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
