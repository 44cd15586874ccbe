import type { ImageType } from '@partnerdesk/contracts';
import { type Actor, makePictureName, nextId, type Picture, PictureModel } from '@partnerdesk/domain';
import sharp from 'sharp';

/** A moderator by number. */
export function moderator(id = 1): Actor {
  return { kind: 'administrator', id, emailAddress: `moderator${id}@example.com` };
}

/** A picture on the lists, without files. Its owner need not exist: the service may send pictures before people. */
export async function addPicture(fields: Partial<Picture> = {}): Promise<Picture> {
  const photoID = fields.photoID ?? (await nextId('photoID'));
  const type: ImageType = fields.type ?? 3;
  const document = {
    photoID,
    type,
    staffID: type === 4 ? 0 : photoID,
    profileID: type === 2 || type === 3 ? photoID : 0,
    memberID: type === 4 ? photoID : 0,
    photo: makePictureName(),
    stage: 'ready' as const,
    status: 0,
    listed: fields.status !== 3,
    width: 320,
    height: 400,
    uploadKey: `test-${photoID}`,
    ...fields,
  };
  return (await PictureModel.create(document)).toObject();
}

/** Blocks of grey, the same for the same seed; another seed is quite another picture. */
export function pictureBytes(
  seed: number,
  { width = 320, height = 400, format = 'jpeg' as 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' } = {},
): Promise<Buffer> {
  const size = 8;
  const grey = Buffer.alloc(size * size);
  let state = seed + 1;
  for (let index = 0; index < grey.length; index += 1) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    grey[index] = Math.floor((state / 4_294_967_296) * 256);
  }
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .withExif({ IFD0: { Copyright: 'secret-owner-name' } })
    .toFormat(format)
    .toBuffer();
}
