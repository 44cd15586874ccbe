import type { Configuration } from './calls/configuration.calls';
import { IMAGE_TYPE, type ImageType } from './codes';

type Folders = Pick<
  Configuration,
  'assetsUri' | 'imagesRootFolder' | 'membersAssetsFolder' | 'operatorsAssetsFolder'
>;

/** The screen of each type's queue (docs/PRODUCT.md §2). */
export const PATH_OF_TYPE: Readonly<Record<ImageType, string>> = {
  [IMAGE_TYPE.photoId]: '/photoid',
  [IMAGE_TYPE.profilePic]: '/profile-images',
  [IMAGE_TYPE.galleryPic]: '/gallery-images',
  [IMAGE_TYPE.memberPic]: '/member-images',
};

/**
 * URL of a picture: assets address, images root folder, folder, file name (docs/PRODUCT.md §3); or of its
 * thumbnail.
 */
export function pictureUrl(
  folders: Folders,
  { type, photo }: { type: ImageType; photo: string },
  size: 'full' | 'thumb' = 'full',
): string {
  const folder = type === IMAGE_TYPE.memberPic ? folders.membersAssetsFolder : folders.operatorsAssetsFolder;
  const below = size === 'thumb' ? 'thumbs/' : '';
  return `${folders.assetsUri}/${folders.imagesRootFolder}/${folder}/${below}${photo}`;
}
