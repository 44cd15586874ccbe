import { randomBytes } from 'node:crypto';
import { type ImageType, PICTURE_TYPES } from '@partnerdesk/contracts';

export const PICTURE_CONTENT_TYPE = 'image/jpeg';

/**
 * Folders by owner, as addresses name them (docs/PRODUCT.md §3: member pictures use the members folder, the others
 * operators).
 */
export type PictureFolder = 'members' | 'operators';

const FOLDERS = { member: 'members', staff: 'operators' } as const;

export function folderOf(type: ImageType): PictureFolder {
  return FOLDERS[PICTURE_TYPES[type].owner];
}

/** A file name that cannot be guessed and reveals nothing. */
export function makePictureName(): string {
  return `${randomBytes(16).toString('hex')}.jpg`;
}

/** What makePictureName makes, and nothing else. */
export const PICTURE_NAME = /^[0-9a-f]{32}\.jpg$/;

/** Where the storage keeps a picture and its thumbnail. */
export function pictureKey(folder: PictureFolder, photo: string): string {
  return `images/${folder}/${photo}`;
}
export function thumbnailKey(folder: PictureFolder, photo: string): string {
  return `thumbs/${folder}/${photo}`;
}
