import type { ImageType } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { type Reviewed, reviewFields } from '../accounts';
import { carriesAudit } from '../platform';

/** Stored and checked, ready for moderators, replaced by a newer one; its files being deleted, or deleted. */
const PICTURE_STAGES = ['received', 'ready', 'replaced', 'removing', 'removed'] as const;

/** A picture of staff, a profile or a member (docs/PRODUCT.md §3 "Image for review"). */
const pictureSchema = new Schema(
  {
    photoID: { type: Number, required: true },
    type: { type: Number, required: true },
    /** Its owner; 0 where the type has none of the kind. */
    staffID: { type: Number, default: 0 },
    profileID: { type: Number, default: 0 },
    memberID: { type: Number, default: 0 },
    /** Random file name; it reveals nothing about the person. */
    photo: { type: String, required: true },
    stage: { type: String, enum: PICTURE_STAGES, default: 'received' },
    status: { type: Number, default: 0 },
    /** Ready and not hidden: whatever changes stage or status keeps it in step. */
    listed: { type: Boolean, default: false },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    /** 16 hex digits; empty until the worker has computed it, and for pictures without any contrast. */
    hash: { type: String, default: '' },
    /** Parts of the hash, as `index:part`: two that are nearly the same share at least one. */
    hashBands: { type: [String], default: [] },
    /** photoIDs of pictures that look nearly the same. */
    near: { type: [Number], default: [] },
    /** What makes the same upload the same picture: owner and bytes. */
    uploadKey: { type: String, required: true },
    createdAt: { type: Date, default: () => new Date() },
    /** Its status has changed, and its owner's rating is to be computed again (rate-pictures.ts). */
    ratingDue: Boolean,
    /** The field key that all of its files are encrypted under, once the keys were rotated. */
    fileKeyID: String,
    ...reviewFields,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'pictures' },
)
  .index({ photoID: 1 }, { unique: true })
  .index({ photo: 1 }, { unique: true })
  .index({ uploadKey: 1 }, { unique: true })
  .index({ type: 1, listed: 1, photoID: 1 })
  .index({ type: 1, listed: 1, status: 1, photoID: 1 })
  .index({ type: 1, staffID: 1, photoID: 1 })
  .index({ type: 1, memberID: 1, photoID: 1 })
  .index({ type: 1, profileID: 1, photoID: 1 })
  .index({ stage: 1, createdAt: 1 })
  .index({ hashBands: 1, photoID: -1 })
  .index({ decidedBy: 1, decidedAt: -1 })
  .index({ ratingDue: 1 }, { partialFilterExpression: { ratingDue: true } });

carriesAudit(pictureSchema);

type Stored = Omit<InferSchemaType<typeof pictureSchema>, keyof Reviewed>;
export type Picture = Stored & Reviewed & { type: ImageType };
export const PictureModel = model<Picture>('Picture', pictureSchema as unknown as Schema<Picture>);

const text = { type: String, default: '' } as const;

/** A profile that a member of staff shows to members (docs/PRODUCT.md §3 "Profile for review"). */
const profileSchema = new Schema(
  {
    profileID: { type: Number, required: true },
    staffID: { type: Number, required: true },
    profileName: text,
    tagLine: text,
    description: text,
    /** 0 pending, 1 approved, 2 rejected (docs/PRODUCT.md §4). */
    status: { type: Number, default: 0 },
    /** Marked 'Good' by the moderator. */
    isGood: { type: Boolean, default: false },
    createdAt: { type: Date, default: () => new Date() },
    ...reviewFields,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'profiles' },
)
  .index({ profileID: 1 }, { unique: true })
  .index({ staffID: 1 })
  .index({ status: 1, profileID: 1 })
  .index({ decidedBy: 1, decidedAt: -1 });

carriesAudit(profileSchema);

export type Profile = Omit<InferSchemaType<typeof profileSchema>, keyof Reviewed> & Reviewed;
export const ProfileModel = model<Profile>('Profile', profileSchema as unknown as Schema<Profile>);
