import { IMAGE_TYPE, type ImageType, pictureUrl } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web';

/** Makes URLs of pictures. */
export function usePictureUrl() {
  const folders = useConfiguration();
  return (picture: { type: ImageType; photo: string }, size?: 'full' | 'thumb') =>
    pictureUrl(folders, picture, size);
}

/**
 * Which file a picture is drawn from. A photo id's own file is asked for only where it is seen, unblurred: each access is
 * in the audit log (docs/RULES.md, Accounts and access).
 */
export const drawnSize = (type: ImageType, isSeen: boolean): 'full' | 'thumb' =>
  type === IMAGE_TYPE.photoId && !isSeen ? 'thumb' : 'full';
