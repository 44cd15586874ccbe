import { type Configuration, IMAGE_TYPE, type ImageType } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web';

type Folders = Pick<
  Configuration,
  'assetsUri' | 'imagesRootFolder' | 'membersAssetsFolder' | 'operatorsAssetsFolder'
>;

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

/** Makes URLs of pictures. */
export function usePictureUrl() {
  const folders = useConfiguration();
  return (picture: { type: ImageType; photo: string }, size?: 'full' | 'thumb') =>
    pictureUrl(folders, picture, size);
}
