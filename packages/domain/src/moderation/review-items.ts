import {
  AppError,
  CLAIM_MS,
  IMAGE_STATUS,
  type NearPicture,
  PROFILE_STATUS,
  type ReviewKind,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { type Claim, type Reviewed, StaffModel } from '../accounts';
import { type Actor, Listeners } from '../platform';
import { judgedNear } from './near-pictures';
import { type Picture, PictureModel, ProfileModel } from './review.models';

/** What the three kinds of items differ in. */
export interface Target {
  model: Model<Reviewed>;
  /** Name of the id that people search by. */
  idField: 'photoID' | 'profileID' | 'staffID';
  /** What people call it; pictures have no name. */
  nameFields: readonly ('profileName' | 'firstName' | 'lastName')[];
  /** Only these are there for moderators at all. */
  scope: Record<string, unknown>;
  /** Past tense by the status given. */
  actions: Record<number, string>;
  /** What changes with the status. */
  changesWith?: (status: number) => Record<string, unknown>;
}

const { approved, rejected, hidden } = IMAGE_STATUS;

export const TARGETS: Record<ReviewKind, Target> = {
  image: {
    model: PictureModel as unknown as Model<Reviewed>,
    idField: 'photoID',
    nameFields: [],
    scope: { stage: 'ready' },
    actions: { [approved]: 'approved', [rejected]: 'rejected', [hidden]: 'hidden' },
    changesWith: (status) => ({ listed: status !== hidden, ratingDue: true }),
  },
  profile: {
    model: ProfileModel as unknown as Model<Reviewed>,
    idField: 'profileID',
    nameFields: ['profileName'],
    scope: {},
    actions: { [PROFILE_STATUS.approved]: 'approved', [PROFILE_STATUS.rejected]: 'rejected' },
  },
  staff: {
    model: StaffModel as unknown as Model<Reviewed>,
    idField: 'staffID',
    nameFields: ['firstName', 'lastName'],
    // Erased people are nobody to judge.
    scope: { erasingAt: null },
    actions: { [STAFF_STATUS.approved]: 'approved', [STAFF_STATUS.rejected]: 'rejected' },
  },
};

export type ReviewedItem = Reviewed & Record<Target['idField'], number> & { isGood?: boolean };

/** Finds an item of a kind, if it is also as `where` says. @throws AppError not_found */
export async function findItemOrThrow(
  kind: ReviewKind,
  id: number,
  where: Record<string, unknown> = {},
): Promise<ReviewedItem> {
  const { model, idField, scope } = TARGETS[kind];
  const item = await model.findOne({ [idField]: id, ...scope, ...where }).lean<ReviewedItem>();
  if (!item) throw new AppError('not_found', 'There is no such item, or it was replaced by a newer one');
  return item;
}

/** What a filter needs so that nobody else has the item open at this moment. */
export const freeFor = (moderatorID: number, now: Date): Record<string, unknown> => ({
  $or: [{ claim: null }, { 'claim.by': moderatorID }, { 'claim.until': { $lte: now } }],
});

/** The claim that holds at this moment; undefined when there is none, or it has run out. */
export const currentClaim = (claim: Claim | null | undefined): Claim | undefined =>
  claim && claim.until > new Date() ? claim : undefined;

/** The claim by which somebody else holds an item at this moment. */
export function claimOfAnother(claim: Claim | null | undefined, moderatorID: number): Claim | undefined {
  const held = currentClaim(claim);
  return held && held.by !== moderatorID ? held : undefined;
}

/** Gives the moderator's own claim back; nothing happens without one. */
export async function releaseItem(kind: ReviewKind, id: number, moderator: Actor): Promise<void> {
  const { model, idField } = TARGETS[kind];
  await model.updateOne({ [idField]: id, 'claim.by': moderator.id }, { $unset: { claim: 1 } });
}

/** An item as it is opened, and for pictures the judged ones that they resemble, the last judgement first. */
export interface OpenedForReview {
  item: ReviewedItem;
  picture?: Picture;
  near: NearPicture[];
}

/** Opens an item: it is this moderator's for CLAIM_MS, unless the claim of the answer is another's. @throws AppError not_found */
export async function openItem(kind: ReviewKind, id: number, moderator: Actor): Promise<OpenedForReview> {
  const { model, idField, scope } = TARGETS[kind];
  const now = new Date();
  const until = new Date(now.getTime() + CLAIM_MS);
  const claim: Claim = { by: moderator.id, name: moderator.emailAddress, until };
  const free = { [idField]: id, ...scope, ...freeFor(moderator.id, now) };
  const claimed = await model
    .findOneAndUpdate(free, { $set: { claim } }, { returnDocument: 'after' })
    .lean<ReviewedItem>();
  const item = claimed ?? (await findItemOrThrow(kind, id));
  if (kind !== 'image') return { item, near: [] };
  const picture = item as unknown as Picture;
  return { item, picture, near: (await judgedNear([picture])).get(id) ?? [] };
}

/** An item that has come into a queue or left it. */
export interface ReviewChange {
  kind: ReviewKind;
  id: number;
  /** Who judged it, or undid that; missing: it came in. */
  moderator?: Actor;
}

const listeners = new Listeners<[ReviewChange]>();

/** Subscribes to the changes of queues that this process makes, once they are written. @returns unsubscribe */
export const onReviewChange: typeof listeners.add = (listener) => listeners.add(listener);

export function publishReviewChange(change: ReviewChange): void {
  listeners.notify(change);
}
