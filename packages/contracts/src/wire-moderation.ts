import { IMAGE_STATUS, IMAGE_TYPE, type ImageType } from './codes';

/** What moderators judge. */
export const REVIEW_KINDS = ['image', 'profile', 'staff'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

const { unprocessed, approved, rejected, hidden } = IMAGE_STATUS;

/**
 * From which states each new status may be given (docs/PRODUCT.md §2 "Image review screens", §4). Hidden leads
 * nowhere.
 */
const IMAGE_TRANSITIONS: Record<number, readonly number[]> = {
  [approved]: [unprocessed, rejected],
  [rejected]: [unprocessed, approved],
  [hidden]: [unprocessed, approved, rejected],
};

/** States from which a picture of this type may become `to`; none if it never may. */
export function imageStatesBefore(type: ImageType, to: number): readonly number[] {
  if (to === hidden && type !== IMAGE_TYPE.galleryPic) return [];
  return IMAGE_TRANSITIONS[to] ?? [];
}

/** Whether a picture may go from one status to another; what the screens offer and the server allows. */
export function mayChangeImage(type: ImageType, from: number, to: number): boolean {
  return imageStatesBefore(type, to).includes(from);
}

/** Pictures a page of GET /images-for-review, and at most a call asks for. */
export const IMAGES_PAGE_SIZE = 100;
export const MAX_IMAGES_PAGE_SIZE = 200;
/** Items of one bulk decision. */
export const MAX_BULK_ITEMS = 200;
/** Longest free text beside a reason. */
export const MAX_NOTE_LENGTH = 500;
/** The reason of a rejection after which somebody has to decide about the account. */
export const UNDER_AGE_REASON = 'Possibly under age';
/** How many of a moderator's decisions can be undone. */
export const UNDO_LIMIT = 20;
/** An opened item is its moderator's for so long (ms); the screen renews the claim while it is open. */
export const CLAIM_MS = 3 * 60_000;
/** Largest uploaded picture, in bytes. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Most pixels an uploaded picture may unpack to. */
export const MAX_PHOTO_PIXELS = 50_000_000;

/** Who has an item open, and until when (ISO 8601). */
export interface ClaimInfo {
  by: string;
  until: string;
  mine: boolean;
}

/** A judgement as it is shown beside other items. */
export interface JudgementInfo {
  status: number;
  by: string;
  /** ISO 8601 */
  at: string;
  reason: string;
  note: string;
}

/** A picture that looks nearly the same and has been judged. */
export interface NearPicture extends JudgementInfo {
  photoID: number;
  type: ImageType;
  photo: string;
}

/** A row of GET /images-for-review (docs/PRODUCT.md §3; what follows `status` is beyond it). */
export interface ImageForReview {
  staffID: number;
  profileID: number;
  photoID: number;
  /** File name. */
  photo: string;
  status: number;
  type: ImageType;
  memberID: number;
  /** Raised by every decision; sent back with one, it is refused if somebody else decided meanwhile. */
  review: number;
  width: number;
  height: number;
  /** When it arrived, ISO 8601. */
  dateCreated: string;
  claim?: ClaimInfo;
  judgement?: JudgementInfo;
  near?: NearPicture;
}

export type ImageOrder = 'oldest' | 'newest';

/** A row of GET /profiles-for-review (docs/PRODUCT.md §3). */
export interface ProfileForReview {
  staffID: number;
  profileID: number;
  profileName: string;
  /** File name of its picture, empty without one. */
  photo: string;
  tagLine: string;
  description: string;
  isGood: boolean;
  review: number;
  /** When it was first submitted, ISO 8601. */
  dateCreated: string;
  claim?: ClaimInfo;
}

/** A row of GET /staff-for-review (docs/PRODUCT.md §3). */
export interface StaffForReview {
  staffID: number;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  /** File name of the photo id, empty without one. */
  photo: string;
  review: number;
  /** When they applied, ISO 8601. */
  dateCreated: string;
  claim?: ClaimInfo;
}

/** One line of what happened to an item, oldest first. */
export interface HistoryLine {
  at: string;
  by: string;
  /** Past tense, e.g. `approved`, `undone`. */
  action: string;
  from: number;
  to: number;
  reason: string;
  note: string;
}

/** POST /claim-item: the item is opened; the claim is this moderator's unless somebody else has it. */
export interface OpenedItem {
  kind: ReviewKind;
  id: number;
  status: number;
  review: number;
  claim: ClaimInfo | null;
  history: HistoryLine[];
  /** Of pictures: the picture itself, and up to five nearly the same that have been judged. */
  image?: ImageForReview;
  near: NearPicture[];
}

/** Answer of a decision: the new state of the item. */
export interface DecisionResult {
  kind: ReviewKind;
  id: number;
  status: number;
  review: number;
}

/** POST /update-image-statuses: one for each item, in their order. */
export type BulkResult =
  | ({ ok: true } & DecisionResult)
  | { ok: false; id: number; code: string; message: string };

/** POST /undo-decision: an item that is as it was before, and what became of the others of a bulk decision. */
export type UndoResult = DecisionResult & { others: BulkResult[] };

/** A row of GET /moderation-decisions: what this moderator can undo, the last first. */
export interface UndoableDecision {
  decisionID: string;
  kind: ReviewKind;
  id: number;
  /** Of pictures. */
  type?: ImageType;
  from: number;
  to: number;
  at: string;
  /** How many items it was about; `id`, `type` and `from` are one of them. */
  items: number;
}

/** GET /moderation-queues: how many items wait in each queue. */
export interface ModerationQueues {
  photoIds: number;
  profilePics: number;
  galleryPics: number;
  memberPics: number;
  profiles: number;
  staff: number;
}

/** What waits for a first judgement in a queue. */
export interface WaitingItems {
  count: number;
  /** When the oldest of them arrived, ISO 8601; null when none waits. */
  oldest: string | null;
}

/** GET /moderation-progress?queue=photoIds: how far a queue is. */
export interface QueueProgress {
  /** Items that wait for a first judgement. */
  left: number;
  /** This moderator's decisions of the business day that stand. */
  doneToday: number;
  /** When the oldest waiting item arrived, ISO 8601; null when none waits. */
  oldest: string | null;
}

export const QUEUE_NAMES = [
  'photoIds',
  'profilePics',
  'galleryPics',
  'memberPics',
  'profiles',
  'staff',
] as const satisfies readonly (keyof ModerationQueues)[];

/** Which queue each screen works on. */
export const QUEUE_OF_PATH: Readonly<Record<string, keyof ModerationQueues>> = {
  '/photoid': 'photoIds',
  '/profile-images': 'profilePics',
  '/gallery-images': 'galleryPics',
  '/member-images': 'memberPics',
  '/approve-profiles': 'profiles',
  '/approve-staff': 'staff',
};
