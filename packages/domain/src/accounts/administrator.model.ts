import { PERMISSIONS } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { keepsPeople } from './schema-plugins';
import { secondFactorSchema } from './second-factor-fields';

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
