import type { FraudRule } from '@partnerdesk/contracts';
import { model, Schema } from 'mongoose';
import { carriesAudit } from '../../platform';

/** What is stored for this long at most (s): 90 days. */
const KEPT_S = 90 * 86_400;

/** Where an affiliate registered or signed in: a keyed hash of the network or of the device, never an address. */
export interface FraudTrace {
  /** `${affID}:${act}:${hash}`. */
  _id: string;
  affID: number;
  act: 'sign-in' | 'registration';
  hash: string;
  of: 'network' | 'device';
  /** The last time. */
  at: Date;
}

/** Something about an affiliate that somebody should look at. */
export interface FraudSignal {
  /** `${affID}:${rule}:${about}`: found again it is the same signal. */
  _id: string;
  affID: number;
  rule: FraudRule;
  /** In words. */
  reason: string;
  foundAt: Date;
  /** Found again; it goes 90 days after the last time. */
  lastAt: Date;
  state: 'open' | 'reviewed';
  reviewedAt?: Date;
  reviewedBy?: string;
  note?: string;
}

const options = (collection: string) =>
  ({ versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection }) as const;
const text = { type: String, required: true } as const;

export const FraudTraceModel = model(
  'FraudTrace',
  new Schema<FraudTrace>(
    { _id: text, affID: Number, act: String, hash: text, of: String, at: Date },
    options('fraudTraces'),
  )
    .index({ hash: 1 })
    .index({ affID: 1 })
    .index({ at: 1 }, { expireAfterSeconds: KEPT_S }),
);

const signalSchema = new Schema<FraudSignal>(
  {
    _id: text,
    affID: Number,
    rule: text,
    reason: text,
    foundAt: Date,
    lastAt: Date,
    state: text,
    reviewedAt: Date,
    reviewedBy: String,
    note: String,
  },
  options('fraudSignals'),
)
  .index({ affID: 1, state: 1 })
  .index({ lastAt: 1 }, { expireAfterSeconds: KEPT_S });
carriesAudit(signalSchema);
export const FraudSignalModel = model('FraudSignal', signalSchema);
