import { IMAGE_TYPE } from '@partnerdesk/contracts';
import { type By, writeAudit } from '../platform';
import { PictureModel } from './picture.model';

/** The photoID of a file; undefined: it is no photo id. */
const photoIdOf = async (photo: string): Promise<number | undefined> =>
  (await PictureModel.findOne({ photo, type: IMAGE_TYPE.photoId }, { photoID: 1 }).lean())?.photoID;

/** Of what somebody sees again and again one line an hour is written. */
const hourlyKey = (what: string, { kind, id }: By['actor']) =>
  `${what}:${kind}:${id}:${new Date().toISOString().slice(0, 13)}`;

/** Records, before a file is shown, that somebody looks at a photo id: each person and photo id once an hour. @param photo its name */
export async function openPhotoId(photo: string, by: By): Promise<void> {
  const id = await photoIdOf(photo);
  if (id === undefined) return;
  const key = hourlyKey(`photo-id:${id}`, by.actor);
  await writeAudit({ ...by, action: 'photo-id.opened', subject: { type: 'image', id }, key });
}

/** Records, before a thumbnail is shown, that somebody sees thumbnails of photo ids: each person once an hour. @param photo its name */
export async function listPhotoId(photo: string, by: By): Promise<void> {
  if ((await photoIdOf(photo)) === undefined) return;
  const subject = { type: 'image', id: 'thumbnails' } as const;
  await writeAudit({ ...by, action: 'photo-ids.listed', subject, key: hourlyKey('photo-ids', by.actor) });
}
