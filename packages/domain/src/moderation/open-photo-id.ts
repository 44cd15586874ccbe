import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { type By, writeAudit } from '../platform';
import { PictureModel } from './picture.model';

const photoIdOf = (photo: string) =>
  PictureModel.findOne({ photo, type: IMAGE_TYPE.photoId }, { photoID: 1 }).lean();

/** Of what somebody sees again and again one line an hour is written. */
const hourly = (what: string, { actor: { kind, id } }: By) =>
  `${what}:${kind}:${id}:${new Date().toISOString().slice(0, 13)}`;

/**
 * Records, before a picture's file is shown, that somebody looks at a photo id: each person and photo id once an hour.
 * Other pictures are not recorded.
 * @param photo name of the file
 */
export async function openPhotoId(photo: string, by: By): Promise<void> {
  const photoId = await photoIdOf(photo);
  if (!photoId) return;
  const { photoID: id } = photoId;
  await writeAudit({
    ...by,
    action: 'photo-id.opened',
    subject: { type: 'image', id },
    key: hourly(`photo-id:${id}`, by),
  });
}

/**
 * Records, before a thumbnail is shown, that somebody sees thumbnails of photo ids: each person once an hour, however
 * many there are. Thumbnails of other pictures are not recorded.
 * @param photo name of the file
 */
export async function listPhotoId(photo: string, by: By): Promise<void> {
  if (!(await photoIdOf(photo))) return;
  await writeAudit({
    ...by,
    action: 'photo-ids.listed',
    subject: { type: 'image', id: 'thumbnails' },
    key: hourly('photo-ids', by),
  });
}
