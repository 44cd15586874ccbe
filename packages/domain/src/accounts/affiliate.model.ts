import { NOTICES } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { payeeIndexes, payeeSchemaFields, text } from './payment-fields';
import { NO_PERFORMANCE } from './performance';
import { keepsPeople } from './schema-plugins';
import { secondFactorSchema } from './second-factor-fields';
import { termsSchema } from './terms';

/** An affiliate: who they are, how they sign in and where their money goes (docs/PRODUCT.md §3). */
const affiliateSchema = new Schema(
  {
    affID: { type: Number, required: true },
    /** Random; the last part of the advertising link. */
    trackID: { type: String, required: true },
    /** 0 or 1 may sign in; any other is closed (docs/PRODUCT.md §4). */
    status: { type: Number, required: true, default: 0 },
    /** 0 incomplete, 1 complete (docs/RULES.md, Accounts and access). */
    accountStatus: { type: Number, enum: [0, 1], default: 0 },
    paymentInfoSet: { type: Boolean, default: false },
    /** Another email (NewEmail) that waits to be confirmed by a mailed link. */
    newEmail: Schema.Types.Mixed,
    /** Entered at the registration, and no mailed link has shown yet that its reader did that. */
    emailUnconfirmed: Boolean,
    /** argon2id; absent for people who were imported and never set a password. */
    passwordHash: String,
    /** A change of the account (PendingNotice) whose mail is not stored yet. */
    passwordNotice: Schema.Types.Mixed,
    sessionVersion: { type: Number, default: 0 },
    keysVersion: { type: Number, default: 0 },
    secondFactor: secondFactorSchema,
    countryID: { type: Number, default: 0 },
    skypeUserName: text,
    /** Every change of the terms, oldest first; none: `commission` is the account's own (docs/RULES.md, Terms). */
    terms: { type: [termsSchema], default: [] },
    /** Of those in force today; groupID 0: none. */
    groupID: { type: Number, default: 0 },
    ownCommission: { type: Boolean, default: true },
    /** First day of other terms; empty: none is planned. */
    termsNextDay: { type: String, default: '' },
    /** Mails that the person does not want (docs/RULES.md, Mails). */
    noticesOff: { type: [{ type: String, enum: NOTICES }], default: [] },
    ...payeeSchemaFields,
    /** Derived, and written by no save (performance.ts). */
    performance: { type: Schema.Types.Mixed, default: NO_PERFORMANCE },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'affiliates' },
)
  .index({ affID: 1 }, { unique: true })
  .index({ trackID: 1 }, { unique: true })
  .index({ emailKey: 1 }, { unique: true });

for (const [key, options] of payeeIndexes('affiliate')) affiliateSchema.index(key, options);
affiliateSchema
  .index({ groupID: 1, commission: 1 }, { partialFilterExpression: { groupID: { $gt: 0 } } })
  .index({ termsNextDay: 1 }, { partialFilterExpression: { termsNextDay: { $gt: '' } } })
  .index({ 'emailChange.at': 1 }, { partialFilterExpression: { 'emailChange.at': { $exists: true } } })
  .index({ 'passwordNotice.at': 1 }, { partialFilterExpression: { 'passwordNotice.at': { $exists: true } } });

keepsPeople(affiliateSchema, 'affiliate', 'affID');

export type Affiliate = InferSchemaType<typeof affiliateSchema>;
export const AffiliateModel = model('Affiliate', affiliateSchema);
