import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { type By, writeAudit } from '../audit/audit';
import { PictureModel } from './picture.model';

/**
 * Records, before a picture's file is shown, that somebody looks at a photo id: each person and photo id once an hour.
 * Other pictures are not recorded.
 * @param photo name of the file
 */
export async function openPhotoId(photo: string, by: By): Promise<void> {
  const photoId = await PictureModel.findOne({ photo, type: IMAGE_TYPE.photoId }, { photoID: 1 }).lean();
  if (!photoId) return;
  const { kind, id } = by.actor;
  const hour = new Date().toISOString().slice(0, 13);
  await writeAudit({
    ...by,
    action: 'photo-id.opened',
    subject: { type: 'image', id: photoId.photoID },
    key: `photo-id:${photoId.photoID}:${kind}:${id}:${hour}`,
  });
}
