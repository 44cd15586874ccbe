import { type InferSchemaType, model, Schema } from 'mongoose';
import { type Reviewed, reviewFields } from '../accounts';
import { carriesAudit } from '../platform';

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
