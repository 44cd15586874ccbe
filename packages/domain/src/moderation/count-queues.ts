import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageType,
  type ModerationQueues,
  PROFILE_STATUS,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import { StaffModel } from '../accounts/staff.model';
import { PictureModel } from './picture.model';
import { ProfileModel } from './profile.model';

/** How many items wait for a first judgement in each queue. Counted on indexes, exactly. */
export async function countModerationQueues(): Promise<ModerationQueues> {
  const [photoIds, profilePics, galleryPics, memberPics, profiles, staff] = await Promise.all([
    countPictures(IMAGE_TYPE.photoId),
    countPictures(IMAGE_TYPE.profilePic),
    countPictures(IMAGE_TYPE.galleryPic),
    countPictures(IMAGE_TYPE.memberPic),
    ProfileModel.countDocuments({ status: PROFILE_STATUS.pending }),
    StaffModel.countDocuments({ status: STAFF_STATUS.pending }),
  ]);
  return { photoIds, profilePics, galleryPics, memberPics, profiles, staff };
}

function countPictures(type: ImageType): Promise<number> {
  return PictureModel.countDocuments({ type, listed: true, status: IMAGE_STATUS.unprocessed });
}
