import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { PicturesScreen } from './pictures-screen';

/** The four image review screens (docs/PRODUCT.md §2). */
export const PhotoIdScreen = () => <PicturesScreen type={IMAGE_TYPE.photoId} title="Manage PhotoID" />;
export const ProfileImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.profilePic} title="Manage Profile Images" />
);
export const GalleryImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.galleryPic} title="Manage Gallery Images" />
);
export const MemberImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.memberPic} title="Manage Member Images" />
);
