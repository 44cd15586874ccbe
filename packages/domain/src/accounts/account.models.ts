import { NOTICES, PERMISSIONS } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { payeeIndexes, payeeSchemaFields, text } from './payment-fields';
import { computedField, NO_PERFORMANCE, NO_STAFF_PERFORMANCE, performanceIndexes } from './performance';
import { reviewFields } from './review-fields';
import { keepsPeople } from './schema-plugins';
import { entryIndex } from './search-key';
import { termsSchema } from './terms';

/** A key that a device, or a password manager, keeps for this product (WebAuthn). */
const passkeySchema = new Schema(
  {
    /** The credential's id, base64url. */
    id: { type: String, required: true },
    publicKey: { type: String, required: true },
    /** How often it has signed, as it counts itself; 0 where it does not count. */
    counter: { type: Number, required: true },
    transports: [String],
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
  },
  { _id: false, id: false },
);
export type Passkey = InferSchemaType<typeof passkeySchema>;

/** What a person proves themselves by besides the password (docs/RULES.md, Who may enter "Second factor"). */
const secondFactorSchema = new Schema(
  {
    /** A new one with every write: a write expects the one that it has read. */
    version: { type: String, required: true },
    /** A new one with every factor that is added or removed. */
    factorsID: String,
    /** When the first was added. */
    since: Date,
    totpEncrypted: String,
    totpPendingEncrypted: String,
    /** The newest time step whose code was used: no code works twice. */
    totpStep: Number,
    passkeys: [passkeySchema],
    /** SHA-256 of the codes that are left. */
    recoveryHashes: [String],
  },
  { _id: false },
);
export type SecondFactor = Omit<InferSchemaType<typeof secondFactorSchema>, 'passkeys'> & {
  passkeys: Passkey[];
};

export function isSetUp(factor: Partial<SecondFactor> | null | undefined): boolean {
  return Boolean(factor?.totpEncrypted || factor?.passkeys?.length);
}

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

/** Someone of the office: affRole 99 with permissions (docs/RULES.md, Accounts and access). */
const administratorSchema = new Schema(
  {
    adminID: { type: Number, required: true },
    status: { type: Number, default: 1 },
    emailAddress: { type: String, required: true },
    emailKey: { type: String, required: true },
    /** argon2id; absent until the invitation is accepted. */
    passwordHash: String,
    passwordNotice: Schema.Types.Mixed,
    sessionVersion: { type: Number, default: 0 },
    firstName: { type: String, default: '' },
    permissions: { type: [{ type: String, enum: PERMISSIONS }], default: [] },
    /** Permissions (PendingPermissions) that wait for a second manager. */
    pending: Schema.Types.Mixed,
    /** When they managed administrators last; missing: they do, or never did. */
    managerUntil: Date,
    lastSignInAt: Date,
    dailyDigest: { type: Boolean, default: false },
    secondFactor: secondFactorSchema,
    /** The number of the last change of access that wrote or relied on this record: see access/manage-administrators.ts. */
    changeNumber: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'administrators' },
)
  .index({ adminID: 1 }, { unique: true })
  .index({ emailKey: 1 }, { unique: true })
  .index({ 'passwordNotice.at': 1 }, { partialFilterExpression: { 'passwordNotice.at': { $exists: true } } });

keepsPeople(administratorSchema, 'administrator', 'adminID');

export type Administrator = InferSchemaType<typeof administratorSchema>;
export const AdministratorModel = model('Administrator', administratorSchema);
