import { type InferSchemaType, model, Schema } from 'mongoose';
import { carriesAudit } from '../platform';

/** Keys that have expired or were revoked are kept so long (s): their owner may still ask what became of them. */
const KEPT_S = 30 * 86_400;

/** A key by which programs of an affiliate read their figures. */
const apiKeySchema = new Schema(
  {
    /** The part of the key by which it is found. */
    _id: { type: String, required: true },
    affID: { type: Number, required: true },
    name: { type: String, required: true },
    /** SHA-256 of the key: it has 256 random bits, so that nothing slower is needed. */
    hash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Revoked: that moment. */
    expiresAt: { type: Date, required: true },
    lastUsedAt: Date,
    /** The account's when it was made: another one ends it. */
    keysVersion: Number,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'apiKeys' },
)
  .index({ affID: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: KEPT_S });
carriesAudit(apiKeySchema);

export type StoredApiKey = InferSchemaType<typeof apiKeySchema>;
export const ApiKeyModel = model('ApiKey', apiKeySchema);
