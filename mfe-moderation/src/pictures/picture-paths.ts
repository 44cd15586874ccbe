import { IMAGE_TYPE, type ImageType } from '@partnerdesk/contracts';

/** The screen of each type's queue (docs/PRODUCT.md §2). */
export const PATH_OF_TYPE: Readonly<Record<ImageType, string>> = {
  [IMAGE_TYPE.photoId]: '/photoid',
  [IMAGE_TYPE.profilePic]: '/profile-images',
  [IMAGE_TYPE.galleryPic]: '/gallery-images',
  [IMAGE_TYPE.memberPic]: '/member-images',
};
