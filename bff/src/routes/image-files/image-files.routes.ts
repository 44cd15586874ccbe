import { AppError, pictureCall, thumbnailCall } from '@partnerdesk/contracts';
import {
  listPhotoId,
  openPhotoId,
  PICTURE_CONTENT_TYPE,
  PICTURE_NAME,
  type PictureFolder,
  pictureKey,
  type Storage,
  thumbnailKey,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { FOLDERS } from '../configuration/configuration.routes';
import type { AddRoutes } from '../route-deps';

const FOLDER_NAMES = new Map<string, PictureFolder>([
  [FOLDERS.membersAssetsFolder, 'members'],
  [FOLDERS.operatorsAssetsFolder, 'operators'],
]);

/**
 * The pictures themselves (docs/PRODUCT.md §3), asked for again each time: nothing of them stays in a browser or proxy
 * after the permission is gone, and nothing in a file can act as a page of ours.
 */
export const addImageFileRoutes: AddRoutes = ({ handle }, { storage }) => {
  handle(pictureCall, ({ ctx, params }) => sendPicture(ctx, params, storage, pictureKey, openPhotoId));
  handle(thumbnailCall, ({ ctx, params }) => sendPicture(ctx, params, storage, thumbnailKey, listPhotoId));
};

/** @param record writes to the audit log what of a photo id is shown */
async function sendPicture(
  ctx: Ctx,
  { folder: folderName, photo }: { folder: string; photo: string },
  storage: Storage,
  keyOf: (folder: PictureFolder, photo: string) => string,
  record: typeof openPhotoId,
): Promise<Buffer> {
  const folder = FOLDER_NAMES.get(folderName);
  const bytes = folder && PICTURE_NAME.test(photo) ? await storage.get(keyOf(folder, photo)) : null;
  if (!bytes) throw new AppError('not_found', 'Not found');
  await record(photo, auditedBy(ctx));
  ctx.set('Cache-Control', 'private, no-store');
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Content-Disposition', 'inline');
  ctx.type = PICTURE_CONTENT_TYPE;
  return bytes;
}
