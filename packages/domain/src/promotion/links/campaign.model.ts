import { type InferSchemaType, model, Schema } from 'mongoose';
import { carriesAudit } from '../../platform';

/** A link that its affiliate saved under a name. */
const schema = new Schema(
  {
    /** campaignID. */
    _id: { type: String, required: true },
    affID: { type: Number, required: true },
    name: { type: String, required: true },
    /** linkKeyOf its ids: reports find it by them. */
    key: { type: String, required: true },
    tid: { type: String, default: '' },
    lp: { type: String, default: '' },
    s1: String,
    s2: String,
    s3: String,
    s4: String,
    s5: String,
    /** Path of a page of the service. */
    to: { type: String, default: '' },
    /** Business day on which it was saved: days of links after it keep it apart. */
    day: { type: String, required: true },
    /** Removed from the list; its short link still leads on. */
    removed: Boolean,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'campaigns' },
).index({ affID: 1, key: 1 }, { unique: true });
carriesAudit(schema);

export type StoredCampaign = InferSchemaType<typeof schema>;
export const CampaignModel = model('Campaign', schema);
