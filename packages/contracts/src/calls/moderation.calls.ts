/* One resource for pictures, profiles and applications: its calls share decisions and history. */
import { IMAGE_STATUS, IMAGE_TYPE, type ImageType, PROFILE_STATUS, STAFF_STATUS } from '../codes';
import { maybeEmpty } from '../schema/fields';
import * as s from '../schema/schema';
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

/* One file, for pictures, profiles and applications have their states, decisions and histories in common (docs/PRODUCT.md §4). */

const moderation = { who: 'moderation' } as const;
const TYPES = Object.values(IMAGE_TYPE);

const claim = s.object({
  by: s.text(),
  until: s.instant({ about: 'Until then it is theirs' }),
  mine: s.flag(),
});
/** Who has an item open. */
export type ClaimInfo = s.CheckedOf<typeof claim>;

const judgementFields = {
  status: s.number(),
  by: s.text(),
  at: s.instant({ about: 'When' }),
  reason: s.text({ empty: true }),
  note: s.text({ empty: true }),
};
const nearPicture = s.object({
  ...judgementFields,
  photoID: s.number(),
  type: s.code(TYPES),
  photo: s.text(),
});
/** A picture that looks nearly the same and has been judged. */
export type NearPicture = s.CheckedOf<typeof nearPicture>;

const review = s.standard(
  s.number({ about: 'Raised by every decision; sent back with one, it is refused if another came first' }),
  0,
);
const arrived = s.standard(s.instant({ about: 'When it arrived' }), '');
const photo = s.text({ about: 'File name' });
const photoOrNone = s.standard(s.text({ empty: true, about: 'File name; empty: none' }), '');

const image = s.object({
  staffID: s.number(),
  profileID: s.number(),
  photoID: s.number(),
  photo,
  status: s.number(),
  // Where it is left out, the list that was asked for says it.
  type: s.standard(s.code(TYPES), 0 as ImageType),
  memberID: s.standard(s.number(), 0),
  review,
  width: s.standard(s.number(), 0),
  height: s.standard(s.number(), 0),
  dateCreated: arrived,
  claim: s.optional(claim),
  judgement: s.optional(s.object(judgementFields)),
  near: s.optional(nearPicture),
});
export type ImageForReview = s.CheckedOf<typeof image>;

const profile = s.object({
  staffID: s.number(),
  profileID: s.number(),
  profileName: s.text(),
  photo: photoOrNone,
  tagLine: s.text({ empty: true }),
  description: s.text({ empty: true }),
  isGood: s.standard(s.flag(), false),
  review,
  dateCreated: arrived,
  claim: s.optional(claim),
});
export type ProfileForReview = s.CheckedOf<typeof profile>;

const applicant = s.object({
  staffID: s.number(),
  firstName: s.text(),
  lastName: s.text(),
  address1: s.text(),
  address2: s.text({ empty: true }),
  photo: photoOrNone,
  review,
  dateCreated: arrived,
  claim: s.optional(claim),
});
export type StaffForReview = s.CheckedOf<typeof applicant>;

const stateFields = {
  kind: s.code(REVIEW_KINDS),
  id: s.number(),
  status: s.number(),
  review: s.number(),
};
const state = s.object(stateFields);
export type DecisionResult = s.CheckedOf<typeof state>;
/** `true`: it is as it was sent (docs/RULES.md, On the wire). */
const decided = s.either(state, s.oneOf([true]));

const outcome = s.either(
  s.object({ ok: s.oneOf([true]), ...stateFields }),
  s.object({ ok: s.oneOf([false]), id: s.number(), code: s.text(), message: s.text() }),
);
export type BulkResult = s.CheckedOf<typeof outcome>;

const historyLine = s.object({
  at: s.instant({ about: 'When' }),
  by: s.text(),
  action: s.text({ about: 'Past tense, such as approved or undone' }),
  from: s.number(),
  to: s.number(),
  reason: s.text({ empty: true }),
  note: s.text({ empty: true }),
});
export type HistoryLine = s.CheckedOf<typeof historyLine>;

const opened = s.object({
  ...stateFields,
  claim: s.nullable(claim),
  history: s.list(historyLine, { about: 'What happened to it, oldest first' }),
  image: s.optional(image),
  near: s.list(nearPicture, { about: 'Of pictures: up to five nearly the same that have been judged' }),
});
export type OpenedItem = s.CheckedOf<typeof opened>;

const progress = s.object({
  left: s.number({ about: 'Items that wait for a first judgement' }),
  doneToday: s.number({ about: 'The signed-in moderator’s decisions of the business day that stand' }),
  oldest: oldestWaiting,
});
export type QueueProgress = s.CheckedOf<typeof progress>;

export const undoableFields = {
  decisionID: s.text({ format: 'guid' }),
  kind: s.code(REVIEW_KINDS),
  id: s.number(),
  type: s.optional(s.code(TYPES, { about: 'Of pictures' })),
  from: s.number(),
  to: s.number(),
  at: s.instant({ about: 'When' }),
  name: s.optional(s.text({ about: 'Of profiles and applications' })),
  items: s.number({ about: 'How many items it was about; id, type and from are one of them' }),
};
const undoableDecision = s.object(undoableFields);
/** What a moderator can undo. */
export type UndoableDecision = s.CheckedOf<typeof undoableDecision>;

const IMAGE_ORDERS = ['oldest', 'newest'] as const;
export type ImageOrder = (typeof IMAGE_ORDERS)[number];
const { unprocessed, approved, rejected, hidden } = IMAGE_STATUS;
const asNumber = { as: 'number' } as const;
const type = s.oneOf(TYPES, asNumber);
const newStatus = (...statuses: number[]) => s.oneOf(statuses, asNumber);
const seenReview = s.optional(s.number({ whole: true, min: 0, about: 'As it was read with the item' }));
const why = { reason: s.optional(maybeEmpty(100)), note: s.optional(maybeEmpty(MAX_NOTE_LENGTH)) };
const errors = ['not_found', 'conflict'] as const;

export const imagesForReviewCall = call('GET /api/images-for-review', {
  about: 'Pictures of one type; without a status all but hidden ones',
  ...moderation,
  query: s.object(
    {
      type,
      status: s.optional(newStatus(unprocessed, approved, rejected)),
      staffID: s.optional(s.id()),
      memberID: s.optional(s.id()),
      order: s.standard(s.oneOf(IMAGE_ORDERS), 'oldest'),
      after: s.optional(s.id({ about: 'photoID of the last picture of the page before' })),
      from: s.optional(s.id({ about: 'photoID to begin with' })),
      limit: s.standard(s.number({ whole: true, min: 1, max: MAX_IMAGES_PAGE_SIZE }), IMAGES_PAGE_SIZE),
    },
    { atMostOneOf: ['after', 'from'] },
  ),
  answer: s.list(image),
});
export const updateImageStatusCall = call('POST /api/update-image-status', {
  about: 'Approves, rejects or hides a picture',
  ...moderation,
  body: {
    identifier: s.id({ about: 'staffID for type 1, profileID for type 2, photoID for types 3 and 4' }),
    type,
    status: newStatus(approved, rejected, hidden),
    staffID: s.standard(s.number({ whole: true, min: 0 }), 0),
    photoID: s.optional(
      s.id({ about: 'The picture that was seen; it is refused if a newer one has replaced it' }),
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
    items: s.list(s.object({ photoID: s.id(), review: seenReview }), {
      min: 1,
      max: MAX_BULK_ITEMS,
      unique: 'photoID',
    }),
    ...why,
  },
  answer: s.list(outcome),
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
  query: { queue: s.oneOf(QUEUE_NAMES) },
  answer: progress,
});
export const moderationDecisionsCall = call('GET /api/moderation-decisions', {
  about: 'What the signed-in moderator can undo, the last decision first',
  ...moderation,
  answer: s.list(undoableDecision),
});
export const rejectionReasonsCall = call('GET /api/rejection-reasons', {
  about: 'Reasons to choose from when something is rejected',
  ...moderation,
  answer: s.list(s.text()),
});

const item = { kind: s.oneOf(REVIEW_KINDS), id: s.id() };
const look = s.object({ kind: s.code(REVIEW_KINDS), id: s.number(), by: s.text() });
/** Somebody who has an item open, which others may have, too. */
export type Look = s.CheckedOf<typeof look>;
/** What the stream of GET /moderation-changes sends as the event `looking`: who else has which item open, all of them. */
export const whoLooks = s.object({ looks: s.list(look) });
export type WhoLooks = s.CheckedOf<typeof whoLooks>;
export const lookAtItemCall = call('POST /api/look-at-item', {
  about: 'The signed-in moderator has an item open: others are shown it for some seconds',
  ...moderation,
  body: item,
  answer: s.saved(),
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
  answer: s.saved(),
});
export const undoDecisionCall = call('POST /api/undo-decision', {
  about: 'Undoes a decision, without a decisionID the last one; its item is as it was before',
  ...moderation,
  body: { decisionID: s.optional(s.text({ format: 'guid' })) },
  answer: s.object({
    ...stateFields,
    others: s.list(outcome, { about: 'What became of the other items of a decision on many' }),
  }),
  errors,
});

export const profilesForReviewCall = call('GET /api/profiles-for-review', {
  about: 'Profiles that wait for approval',
  ...moderation,
  answer: s.list(profile),
});
export const updateProfileStatusCall = call('POST /api/update-profile-status', {
  about: 'Approves or rejects a profile',
  ...moderation,
  body: {
    profileID: s.id(),
    status: newStatus(PROFILE_STATUS.approved, PROFILE_STATUS.rejected),
    isGood: s.standard(s.flag(), false),
    review: seenReview,
    ...why,
  },
  answer: decided,
  errors,
});
export const staffForReviewCall = call('GET /api/staff-for-review', {
  about: 'People who applied to be staff',
  ...moderation,
  answer: s.list(applicant),
});
export const updateStaffStatusCall = call('POST /api/update-staff-status', {
  about: 'Approves or rejects somebody who applied to be staff',
  ...moderation,
  body: {
    staffID: s.id(),
    status: newStatus(STAFF_STATUS.approved, STAFF_STATUS.rejected),
    review: seenReview,
    ...why,
  },
  answer: decided,
  errors,
});
