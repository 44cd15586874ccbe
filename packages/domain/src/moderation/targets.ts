import {
  AppError,
  IMAGE_STATUS,
  PROFILE_STATUS,
  type ReviewKind,
  STAFF_STATUS,
} from '@partnerdesk/contracts';
import type { Model } from 'mongoose';
import { type Reviewed, StaffModel } from '../accounts';
import { PictureModel } from './picture.model';
import { ProfileModel } from './profile.model';

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
  changesWith: (status: number) => Record<string, unknown>;
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
    changesWith: () => ({}),
  },
  staff: {
    model: StaffModel as unknown as Model<Reviewed>,
    idField: 'staffID',
    nameFields: ['firstName', 'lastName'],
    // Erased people are nobody to judge.
    scope: { erasingAt: null },
    actions: { [STAFF_STATUS.approved]: 'approved', [STAFF_STATUS.rejected]: 'rejected' },
    changesWith: () => ({}),
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
