import { IMAGE_STATUS, IMAGE_TYPE, type ImageType, PROFILE_STATUS, STAFF_STATUS } from '../codes';
import { maybeEmpty } from '../schema/fields';
import {
  type CheckedOf,
  code,
  either,
  flag,
  id,
  instant,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  saved,
  standard,
  text,
} from '../schema/schema';
import {
  IMAGES_PAGE_SIZE,
  MAX_BULK_ITEMS,
  MAX_IMAGES_PAGE_SIZE,
  MAX_NOTE_LENGTH,
  QUEUE_NAMES,
  REVIEW_KINDS,
} from '../wire-moderation';
import { call, raw } from './call';
import { oldestWaiting } from './queues.calls';

/*
 * What moderators see and judge (docs/PRODUCT.md §2 "Image review screens", §4). One file, for pictures, profiles and
 * applications have their states, decisions and histories in common.
 */

const moderation = { who: 'moderation' } as const;
const TYPES = Object.values(IMAGE_TYPE);

const claim = object({ by: text(), until: instant({ about: 'Until then it is theirs' }), mine: flag() });
/** Who has an item open. */
export type ClaimInfo = CheckedOf<typeof claim>;

const judgementFields = {
  status: number(),
  by: text(),
  at: instant({ about: 'When' }),
  reason: text({ empty: true }),
  note: text({ empty: true }),
};
const nearPicture = object({ ...judgementFields, photoID: number(), type: code(TYPES), photo: text() });
/** A picture that looks nearly the same and has been judged. */
export type NearPicture = CheckedOf<typeof nearPicture>;

const review = standard(
  number({ about: 'Raised by every decision; sent back with one, it is refused if another came first' }),
  0,
);
const arrived = standard(instant({ about: 'When it arrived' }), '');
const photo = text({ about: 'File name' });
const photoOrNone = standard(text({ empty: true, about: 'File name; empty: none' }), '');

const image = object({
  staffID: number(),
  profileID: number(),
  photoID: number(),
  photo,
  status: number(),
  // Where it is left out, the list that was asked for says it.
  type: standard(code(TYPES), 0 as ImageType),
  memberID: standard(number(), 0),
  review,
  width: standard(number(), 0),
  height: standard(number(), 0),
  dateCreated: arrived,
  claim: optional(claim),
  judgement: optional(object(judgementFields)),
  near: optional(nearPicture),
});
export type ImageForReview = CheckedOf<typeof image>;

const profile = object({
  staffID: number(),
  profileID: number(),
  profileName: text(),
  photo: photoOrNone,
  tagLine: text({ empty: true }),
  description: text({ empty: true }),
  isGood: standard(flag(), false),
  review,
  dateCreated: arrived,
  claim: optional(claim),
});
export type ProfileForReview = CheckedOf<typeof profile>;

const applicant = object({
  staffID: number(),
  firstName: text(),
  lastName: text(),
  address1: text(),
  address2: text({ empty: true }),
  photo: photoOrNone,
  review,
  dateCreated: arrived,
  claim: optional(claim),
});
export type StaffForReview = CheckedOf<typeof applicant>;

const stateFields = {
  kind: code(REVIEW_KINDS),
  id: number(),
  status: number(),
  review: number(),
};
const state = object(stateFields);
/** The state of an item after a decision. */
export type DecisionResult = CheckedOf<typeof state>;
/** `true`: it is as it was sent (docs/RULES.md, On the wire). */
const decided = either(state, oneOf([true]));

const outcome = either(
  object({ ok: oneOf([true]), ...stateFields }),
  object({ ok: oneOf([false]), id: number(), code: text(), message: text() }),
);
/** What became of one item of a decision on many. */
export type BulkResult = CheckedOf<typeof outcome>;

const historyLine = object({
  at: instant({ about: 'When' }),
  by: text(),
  action: text({ about: 'Past tense, such as approved or undone' }),
  from: number(),
  to: number(),
  reason: text({ empty: true }),
  note: text({ empty: true }),
});
export type HistoryLine = CheckedOf<typeof historyLine>;

const opened = object({
  ...stateFields,
  claim: nullable(claim),
  history: list(historyLine, { about: 'What happened to it, oldest first' }),
  image: optional(image),
  near: list(nearPicture, { about: 'Of pictures: up to five nearly the same that have been judged' }),
});
export type OpenedItem = CheckedOf<typeof opened>;

const progress = object({
  left: number({ about: 'Items that wait for a first judgement' }),
  doneToday: number({ about: 'The signed-in moderator’s decisions of the business day that stand' }),
  oldest: oldestWaiting,
});
export type QueueProgress = CheckedOf<typeof progress>;

export const undoableFields = {
  decisionID: text({ format: 'guid' }),
  kind: code(REVIEW_KINDS),
  id: number(),
  type: optional(code(TYPES, { about: 'Of pictures' })),
  from: number(),
  to: number(),
  at: instant({ about: 'When' }),
  name: optional(text({ about: 'Of profiles and applications' })),
  items: number({ about: 'How many items it was about; id, type and from are one of them' }),
};
const undoableDecision = object(undoableFields);
/** What a moderator can undo. */
export type UndoableDecision = CheckedOf<typeof undoableDecision>;

const IMAGE_ORDERS = ['oldest', 'newest'] as const;
export type ImageOrder = (typeof IMAGE_ORDERS)[number];
const { unprocessed, approved, rejected, hidden } = IMAGE_STATUS;
const asNumber = { as: 'number' } as const;
const type = oneOf(TYPES, asNumber);
const newStatus = (...statuses: number[]) => oneOf(statuses, asNumber);
const seenReview = optional(number({ whole: true, min: 0, about: 'As it was read with the item' }));
const why = { reason: optional(maybeEmpty(100)), note: optional(maybeEmpty(MAX_NOTE_LENGTH)) };
const errors = ['not_found', 'conflict'] as const;

export const imagesForReviewCall = call('GET /api/images-for-review', {
  about: 'Pictures of one type; without a status all but hidden ones',
  ...moderation,
  query: object(
    {
      type,
      status: optional(newStatus(unprocessed, approved, rejected)),
      staffID: optional(id()),
      memberID: optional(id()),
      order: standard(oneOf(IMAGE_ORDERS), 'oldest'),
      after: optional(id({ about: 'photoID of the last picture of the page before' })),
      from: optional(id({ about: 'photoID to begin with' })),
      limit: standard(number({ whole: true, min: 1, max: MAX_IMAGES_PAGE_SIZE }), IMAGES_PAGE_SIZE),
    },
    { atMostOneOf: ['after', 'from'] },
  ),
  answer: list(image),
});
export const updateImageStatusCall = call('POST /api/update-image-status', {
  about: 'Approves, rejects or hides a picture',
  ...moderation,
  body: {
    identifier: id({ about: 'staffID for type 1, profileID for type 2, photoID for types 3 and 4' }),
    type,
    status: newStatus(approved, rejected, hidden),
    staffID: standard(number({ whole: true, min: 0 }), 0),
    photoID: optional(
      id({ about: 'The picture that was seen; it is refused if a newer one has replaced it' }),
    ),
    review: seenReview,
    ...why,
  },
  answer: decided,
  errors,
});
export const updateImageStatusesCall = call('POST /api/update-image-statuses', {
  about: 'One decision on many pictures; answers what became of each, in their order',
  ...moderation,
  body: {
    type,
    status: newStatus(approved, rejected, hidden),
    items: list(object({ photoID: id(), review: seenReview }), {
      min: 1,
      max: MAX_BULK_ITEMS,
      unique: 'photoID',
    }),
    ...why,
  },
  answer: list(outcome),
});

export const pictureCall = call('GET /api/assets/images/:folder/:photo', {
  about: 'A picture under review',
  ...moderation,
  answer: raw('image/jpeg'),
  errors: ['not_found'],
});
export const thumbnailCall = call('GET /api/assets/images/:folder/thumbs/:photo', {
  about: 'The thumbnail of a picture under review',
  ...moderation,
  answer: raw('image/jpeg'),
  errors: ['not_found'],
});

export const moderationProgressCall = call('GET /api/moderation-progress', {
  about: 'How far a queue is',
  ...moderation,
  query: { queue: oneOf(QUEUE_NAMES) },
  answer: progress,
});
export const moderationDecisionsCall = call('GET /api/moderation-decisions', {
  about: 'What the signed-in moderator can undo, the last decision first',
  ...moderation,
  answer: list(undoableDecision),
});
export const rejectionReasonsCall = call('GET /api/rejection-reasons', {
  about: 'Reasons to choose from when something is rejected',
  ...moderation,
  answer: list(text()),
});

const item = { kind: oneOf(REVIEW_KINDS), id: id() };
const look = object({ kind: code(REVIEW_KINDS), id: number(), by: text() });
/** Somebody who has an item open, which others may have, too. */
export type Look = CheckedOf<typeof look>;
/** What the stream of GET /moderation-changes sends as the event `looking`: who else has which item open, all of them. */
export const whoLooks = object({ looks: list(look) });
export type WhoLooks = CheckedOf<typeof whoLooks>;
export const lookAtItemCall = call('POST /api/look-at-item', {
  about: 'The signed-in moderator has an item open: others are shown it for some seconds',
  ...moderation,
  body: item,
  answer: saved(),
});
export const moderationChangesCall = call('GET /api/moderation-changes', {
  about: 'A stream of when a queue has changed, and of who else has which item open',
  ...moderation,
  answer: raw('text/event-stream'),
});
export const claimItemCall = call('POST /api/claim-item', {
  about: 'Opens an item; it is the signed-in moderator’s for a while unless somebody else has it',
  ...moderation,
  body: item,
  answer: opened,
  errors: ['not_found'],
});
export const releaseItemCall = call('POST /api/release-item', {
  about: 'Closes an opened item',
  ...moderation,
  body: item,
  answer: saved(),
});
export const undoDecisionCall = call('POST /api/undo-decision', {
  about: 'Undoes a decision, without a decisionID the last one; its item is as it was before',
  ...moderation,
  body: { decisionID: optional(text({ format: 'guid' })) },
  answer: object({
    ...stateFields,
    others: list(outcome, { about: 'What became of the other items of a decision on many' }),
  }),
  errors,
});

export const profilesForReviewCall = call('GET /api/profiles-for-review', {
  about: 'Profiles that wait for approval',
  ...moderation,
  answer: list(profile),
});
export const updateProfileStatusCall = call('POST /api/update-profile-status', {
  about: 'Approves or rejects a profile',
  ...moderation,
  body: {
    profileID: id(),
    status: newStatus(PROFILE_STATUS.approved, PROFILE_STATUS.rejected),
    isGood: standard(flag(), false),
    review: seenReview,
    ...why,
  },
  answer: decided,
  errors,
});
export const staffForReviewCall = call('GET /api/staff-for-review', {
  about: 'People who applied to be staff',
  ...moderation,
  answer: list(applicant),
});
export const updateStaffStatusCall = call('POST /api/update-staff-status', {
  about: 'Approves or rejects somebody who applied to be staff',
  ...moderation,
  body: {
    staffID: id(),
    status: newStatus(STAFF_STATUS.approved, STAFF_STATUS.rejected),
    review: seenReview,
    ...why,
  },
  answer: decided,
  errors,
});
