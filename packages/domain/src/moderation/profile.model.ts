import { model, Schema } from 'mongoose';
import { type Reviewed, reviewFields } from '../accounts';
import { carriesAudit } from '../platform';

/** A profile that a member of staff shows to members (docs/PRODUCT.md §3 "Profile for review"). */
export interface Profile extends Reviewed {
  profileID: number;
  staffID: number;
  profileName: string;
  tagLine: string;
  description: string;
  /** Marked 'Good' by the moderator. */
  isGood: boolean;
  createdAt: Date;
}

const text = { type: String, default: '' } as const;

const profileSchema = new Schema<Profile>(
  {
    profileID: { type: Number, required: true },
    staffID: { type: Number, required: true },
    profileName: text,
    tagLine: text,
    description: text,
    /** 0 pending, 1 approved, 2 rejected (docs/PRODUCT.md §4). */
    status: { type: Number, default: 0 },
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

export const ProfileModel = model<Profile>('Profile', profileSchema);
