import { POSTBACK_EVENTS } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';
import { carriesAudit, plainModel } from '../../platform';

/** Where an affiliate wants to be called, and how far that is; one a person. */
const postbackSchema = new Schema(
  {
    _id: { type: Number, required: true },
    address: { type: String, default: '' },
    events: { type: [{ type: String, enum: POSTBACK_EVENTS }], default: [] },
    active: { type: Boolean, default: false },
    /** What journal records after this one bring is called. */
    since: { type: Number, default: 0 },
    secretEncrypted: String,
    /** By which ids of calls are derived; never changed. */
    salt: { type: String, required: true },
    /** When a worker looks for calls to make; missing: none waits. */
    dueAt: Date,
    /** Until then nothing is called: the address has just failed several times in a row. */
    restUntil: Date,
    /** Raised when calls are added: who has looked for the next one before that does not set dueAt. */
    wakes: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'postbacks' },
)
  .index({ dueAt: 1 }, { partialFilterExpression: { dueAt: { $exists: true } } })
  .index({ active: 1 }, { partialFilterExpression: { active: true } });
carriesAudit(postbackSchema);

export type StoredPostback = InferSchemaType<typeof postbackSchema>;
export const PostbackModel = model('Postback', postbackSchema);

const callSchema = new Schema(
  {
    /** `affID.event.key`: what it is about, so that nothing is called for twice. */
    _id: { type: String, required: true },
    affID: { type: Number, required: true },
    /** {id}: what receivers know it by. */
    callID: { type: String, required: true },
    event: { type: String, enum: [...POSTBACK_EVENTS, 'test'], required: true },
    values: { type: Schema.Types.Mixed, required: true },
    state: { type: String, enum: ['waiting', 'delivered', 'failed', 'cancelled'], default: 'waiting' },
    attempts: { type: Number, default: 0 },
    createdAt: { type: Date, required: true },
    firstTriedAt: Date,
    nextAt: Date,
    address: { type: String, default: '' },
    status: { type: Number, default: null },
    durationMs: Number,
    reason: { type: String, default: '' },
    settledAt: Date,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'postbackCalls' },
)
  .index({ affID: 1, createdAt: -1 })
  .index({ affID: 1, nextAt: 1 }, { partialFilterExpression: { nextAt: { $exists: true } } });

export type StoredPostbackCall = InferSchemaType<typeof callSchema>;
export const PostbackCallModel = model('PostbackCall', callSchema);

/** Calls are stored of journal records through `seq`. One document. */
export const PostbackCursorModel = plainModel<{ _id: 'calls'; seq: number }>(
  'PostbackCursor',
  'postbackCursor',
  String,
);

export const postbackContext = (affID: number) => `postback:${affID}:secret`;
