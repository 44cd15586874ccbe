import { IMAGE_STATUS, type ImageType } from './codes';
import { PICTURE_TYPES } from './pictures';

export const REVIEW_KINDS = ['image', 'profile', 'staff'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

const { unprocessed, approved, rejected, hidden } = IMAGE_STATUS;

/** From which states each new status may be given (docs/PRODUCT.md §4). Hidden leads nowhere. */
const IMAGE_TRANSITIONS: Record<number, readonly number[]> = {
  [approved]: [unprocessed, rejected],
  [rejected]: [unprocessed, approved],
  [hidden]: [unprocessed, approved, rejected],
};

/** States from which a picture of this type may become `to`; none if it never may. */
export function imageStatesBefore(type: ImageType, to: number): readonly number[] {
  if (to === hidden && !PICTURE_TYPES[type].mayHide) return [];
  return IMAGE_TRANSITIONS[to] ?? [];
}

/** Whether a picture may go from one status to another; what the screens offer and the server allows. */
export function mayChangeImage(type: ImageType, from: number, to: number): boolean {
  return imageStatesBefore(type, to).includes(from);
}

/** Pictures a page of GET /images-for-review, and at most a call asks for. */
export const IMAGES_PAGE_SIZE = 100;
export const MAX_IMAGES_PAGE_SIZE = 200;
export const MAX_BULK_ITEMS = 200;
export const MAX_NOTE_LENGTH = 500;
/** The reason of a rejection after which somebody has to decide about the account. */
export const UNDER_AGE_REASON = 'Possibly under age';
/** How many of a moderator's decisions can be undone. */
export const UNDO_LIMIT = 20;
/** An opened item is its moderator's for so long (ms); the screen renews the claim while it is open. */
export const CLAIM_MS = 3 * 60_000;
/** Others are shown for so long that somebody has an item open (ms); the screen repeats it while that is so. */
export const LOOK_MS = 15_000;
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Most pixels an uploaded picture may unpack to. */
export const MAX_PHOTO_PIXELS = 50_000_000;

export const QUEUE_NAMES = [
  'photoIds',
  'profilePics',
  'galleryPics',
  'memberPics',
  'profiles',
  'staff',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Which queue each screen works on. */
export const QUEUE_OF_PATH: Readonly<Record<string, QueueName>> = {
  '/photoid': 'photoIds',
  '/profile-images': 'profilePics',
  '/gallery-images': 'galleryPics',
  '/member-images': 'memberPics',
  '/approve-profiles': 'profiles',
  '/approve-staff': 'staff',
};
