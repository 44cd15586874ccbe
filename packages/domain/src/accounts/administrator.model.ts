import { PERMISSIONS } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';

/** Someone of the office: affRole 99 with permissions (docs/RULES.md, Accounts and access). */
const administratorSchema = new Schema(
  {
    adminID: { type: Number, required: true },
    /** 0 or 1 may sign in, as with affiliates. */
    status: { type: Number, default: 1 },
    emailAddress: { type: String, required: true },
    emailKey: { type: String, required: true },
    passwordHash: { type: String, required: true },
    sessionVersion: { type: Number, default: 0 },
    firstName: { type: String, default: '' },
    permissions: { type: [{ type: String, enum: PERMISSIONS }], default: [] },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'administrators' },
)
  .index({ adminID: 1 }, { unique: true })
  .index({ emailKey: 1 }, { unique: true });

export type Administrator = InferSchemaType<typeof administratorSchema>;
export const AdministratorModel = model('Administrator', administratorSchema);
