import { type ImageType, pictureUrl } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web';

/** Makes URLs of pictures. */
export function usePictureUrl() {
  const folders = useConfiguration();
  return (picture: { type: ImageType; photo: string }, size?: 'full' | 'thumb') =>
    pictureUrl(folders, picture, size);
}
