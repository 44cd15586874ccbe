import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { type AuditEntry, type By, writeAudit } from '../platform';
import { PictureModel } from './picture.model';

const photoIdOf = (photo: string) =>
  PictureModel.findOne({ photo, type: IMAGE_TYPE.photoId }, { photoID: 1 }).lean();

/** Of what somebody sees again and again one line an hour is written. */
async function writeHourly(
  entry: Pick<AuditEntry, 'action' | 'subject'>,
  what: string,
  by: By,
): Promise<void> {
  const { kind, id } = by.actor;
  const key = `${what}:${kind}:${id}:${new Date().toISOString().slice(0, 13)}`;
  await writeAudit({ ...by, ...entry, key });
}

/**
 * Records, before a picture's file is shown, that somebody looks at a photo id: each person and photo id once an hour.
 * Other pictures are not recorded.
 * @param photo name of the file
 */
export async function openPhotoId(photo: string, by: By): Promise<void> {
  const id = (await photoIdOf(photo))?.photoID;
  if (id === undefined) return;
  await writeHourly({ action: 'photo-id.opened', subject: { type: 'image', id } }, `photo-id:${id}`, by);
}

/**
 * Records, before a thumbnail is shown, that somebody sees thumbnails of photo ids: each person once an hour, however
 * many there are. Thumbnails of other pictures are not recorded.
 * @param photo name of the file
 */
export async function listPhotoId(photo: string, by: By): Promise<void> {
  if (!(await photoIdOf(photo))) return;
  const subject = { type: 'image', id: 'thumbnails' } as const;
  await writeHourly({ action: 'photo-ids.listed', subject }, 'photo-ids', by);
}
