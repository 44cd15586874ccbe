import { MAX_GROUP_NAME } from '@partnerdesk/contracts';
import { model, Schema } from 'mongoose';
import { carriesAudit } from '../../platform';
import { carriesSeals } from '../seals';
import type { StoredGroupChange } from './terms';

/** A group of affiliates with rates of its own (docs/RULES.md, Terms). Never deleted: entries name it. */
export interface CommissionGroup {
  _id: number;
  name: string;
  /** Without regard to case; unique. */
  nameKey: string;
  /** Oldest first. */
  changes: StoredGroupChange[];
  /** Raised by every change; a change of an older one is refused. */
  version: number;
}

const changeFields = {
  number: { type: Number, required: true },
  from: { type: String, default: '' },
  at: Date,
  by: Number,
  withdrawnBy: Number,
  withdrawnAt: Date,
} as const;

/** Percentages with up to 2 decimals. */
const rates = new Schema(
  {
    commission: { type: Number, required: true },
    initial: { type: Number, default: null },
    rebill: { type: Number, default: null },
    capDays: { type: Number, default: null },
    capCommission: { type: Number, default: 0 },
  },
  { _id: false },
);
const change = new Schema({ ...changeFields, rates: { type: rates, required: true } }, { _id: false });

const groupSchema = new Schema<CommissionGroup>(
  {
    _id: { type: Number, required: true },
    name: { type: String, required: true, maxlength: MAX_GROUP_NAME },
    nameKey: { type: String, required: true },
    changes: { type: [change] as never, required: true },
    version: { type: Number, default: 0 },
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'commissionGroups' },
).index({ nameKey: 1 }, { unique: true });
carriesAudit(groupSchema);
carriesSeals(groupSchema, 'commissionGroup', '_id');

export const CommissionGroupModel = model('CommissionGroup', groupSchema);

export const termsSchema = new Schema(
  {
    ...changeFields,
    groupID: { type: Number, required: true },
    own: { type: rates, default: null },
  },
  { _id: false },
);
