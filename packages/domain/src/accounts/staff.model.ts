import { type InferSchemaType, model, Schema } from 'mongoose';
import { payeeIndexes, payeeSchemaFields, text } from './payment-fields';
import { computedField, NO_STAFF_PERFORMANCE } from './performance';
import { reviewFields } from './review-fields';
import { keepsPeople } from './schema-plugins';

/** A member of staff (operator) of the chat and phone service (docs/PRODUCT.md §3). */
const staffSchema = new Schema(
  {
    staffID: { type: Number, required: true },
    kellyStaffID: { type: Number, default: 0 },
    /** 0 awaits approval, 1 approved, 10 rejected (docs/PRODUCT.md §9). */
    status: { type: Number, required: true, default: 0 },
    mobilePhone: text,
    landLineTelephone: text,
    maxProfiles: { type: Number, default: 0 },
    ...payeeSchemaFields,
    /** Derived, and written by no save (performance.ts). */
    performance: { type: Schema.Types.Mixed, default: NO_STAFF_PERFORMANCE },
    pictureRating: computedField,
    /** When the sweep found the account closed (privacy/expire-photo-ids.ts); missing: it is open. */
    closedAt: Date,
    ...reviewFields,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'staff' },
)
  .index({ staffID: 1 }, { unique: true })
  .index({ closedAt: 1, status: 1 })
  .index({ decidedBy: 1, decidedAt: -1 });

for (const [key, options] of payeeIndexes('staff')) staffSchema.index(key, options);

// An account that is opened and closed again between two runs of the sweep has not been closed since the first time.
staffSchema.pre(['updateOne', 'findOneAndUpdate'], function () {
  const { $set, $unset, ...update } = this.getUpdate() as { $set?: { status?: number }; $unset?: object };
  if ($set?.status !== undefined && $set.status <= 1)
    this.setUpdate({ ...update, $set, $unset: { ...$unset, closedAt: 1 } });
});

keepsPeople(staffSchema, 'staff', 'staffID');

export type Staff = InferSchemaType<typeof staffSchema>;
export const StaffModel = model('Staff', staffSchema);
