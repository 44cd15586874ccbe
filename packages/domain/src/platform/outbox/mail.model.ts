import { type InferSchemaType, model, Schema } from 'mongoose';

/**
 * How far a mail is. `handed-over` begins before the last byte goes to the mail server: found after a crash it is not sent
 * again but marked `unsure`, since the server may have it. `failed`: every try failed, and the office may have it tried again.
 */
const MAIL_STATES = ['waiting', 'sending', 'handed-over', 'sent', 'unsure', 'failed', 'outbox'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** How long mails that were sent or given up are kept; what is still to be tried stays, however old (docs/RULES.md, Mails). */
const KEPT_S = 90 * 86_400;

const mailSchema = new Schema(
  {
    _id: { type: String, required: true },
    kind: { type: String, required: true },
    to: { type: String, required: true },
    replyTo: String,
    subject: { type: String, required: true },
    /** Of mails that can be switched off: whose it is, and which. */
    about: { type: new Schema({ kind: String, id: Number, notice: String }, { _id: false }) },
    /** Of others: whose it is. Missing: a visitor's. */
    owner: { type: new Schema({ kind: String, id: Number }, { _id: false }) },
    /** Encrypted, since it may hold a one-time link; removed once the mail is sent. */
    textEncrypted: String,
    state: { type: String, enum: MAIL_STATES, default: 'waiting' },
    /** Raised with every try; one that was overtaken by another may not hand over. */
    attempts: { type: Number, default: 0 },
    lastError: String,
    createdAt: { type: Date, required: true },
    sentAt: Date,
    /** When it failed, or nobody knew any more whether it was sent. */
    givenUpAt: Date,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'mails' },
)
  .index({ state: 1, createdAt: -1 })
  .index({ sentAt: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ givenUpAt: 1 }, { expireAfterSeconds: KEPT_S })
  .index({ 'owner.id': 1, 'owner.kind': 1 }, { partialFilterExpression: { 'owner.id': { $exists: true } } })
  .index({ 'about.id': 1, 'about.kind': 1 }, { partialFilterExpression: { 'about.id': { $exists: true } } })
  .index({ to: 1 })
  .index({ replyTo: 1 }, { partialFilterExpression: { replyTo: { $exists: true } } });

export type StoredMail = InferSchemaType<typeof mailSchema>;
export const MailModel = model('Mail', mailSchema);
