import { type InferSchemaType, model, Schema } from 'mongoose';
import { computedField, performanceIndexes } from './performance';
import { keepsPeople } from './schema-plugins';
import { entryIndex } from './search-key';

/** A member (customer) of the chat and phone service (docs/PRODUCT.md §3). */
const memberSchema = new Schema(
  {
    memberID: { type: Number, required: true },
    status: { type: Number, required: true, default: 0 },
    username: { type: String, default: '' },
    usernameKey: { type: String, default: '' },
    emailAddress: { type: String, default: '' },
    emailKey: { type: String, default: '' },
    emailAddressVerified: { type: Boolean, default: false },
    payPalID: { type: String, default: '' },
    /** When erasing the person began, and when it was done (privacy/erase-person.ts). */
    erasingAt: Date,
    erasedAt: Date,
    credits: { type: Number, default: 0 },
    /** Derived, and written by no save (performance.ts). */
    performance: computedField,
    /** Raised by every save; a save of an older one is refused. */
    version: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'members' },
)
  .index({ memberID: 1 }, { unique: true })
  // Searches: each sort with the id after it, those by text behind a status, too.
  .index({ emailKey: 1, memberID: 1 })
  .index({ usernameKey: 1, memberID: 1 })
  .index({ status: 1, memberID: 1 })
  .index({ status: 1, usernameKey: 1, memberID: 1 })
  .index({ status: 1, emailKey: 1, memberID: 1 })
  .index(entryIndex('usernameKey', 'emailKey', 'memberID'))
  .index(entryIndex('emailKey', 'usernameKey', 'memberID'))
  .index({ credits: 1, memberID: 1 });

for (const [key, options] of performanceIndexes('member')) memberSchema.index(key, options);

keepsPeople(memberSchema, 'member', 'memberID');

export type Member = InferSchemaType<typeof memberSchema>;
export const MemberModel = model('Member', memberSchema);
