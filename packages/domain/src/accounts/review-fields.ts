import { Schema } from 'mongoose';

/** What happened to an item, undone judgements included. */
export interface HistoryEntry {
  by: number;
  name: string;
  at: Date;
  action: string;
  from: number;
  to: number;
  reason: string;
  note: string;
}

export interface Decision extends Omit<HistoryEntry, 'action'> {
  decisionID: string;
  /** Of profiles: isGood before it. */
  wasGood?: boolean;
}

export type Claim = { by: number; name: string; until: Date };

/** What an item keeps; the audit log keeps all. */
export const KEPT_DECISIONS = 20;
export const KEPT_HISTORY = 100;

const text = { type: String, default: '' } as const;

const historyFields = {
  by: Number,
  name: text,
  at: Date,
  action: String,
  from: Number,
  to: Number,
  reason: text,
  note: text,
};
const { action: _action, ...decisionFields } = historyFields;

const claimSchema = new Schema({ by: Number, name: text, until: Date }, { _id: false });
const historySchema = new Schema(historyFields, { _id: false });
const decisionSchema = new Schema(
  { ...decisionFields, decisionID: String, wasGood: { type: Boolean, required: false } },
  { _id: false },
);

/** What every item that moderators judge has. It all changes with the status in one write, so that they never disagree. */
export const reviewFields = {
  review: { type: Number, default: 0 },
  claim: { type: claimSchema, required: false },
  decisions: { type: [decisionSchema], default: [] },
  history: { type: [historySchema], default: [] },
  /** Of the last judgement that stands. */
  decidedBy: { type: Number, default: null },
  decidedAt: { type: Date, default: null },
};

/** Written where an item is no longer what was judged: nothing of it can be undone. */
export const NOTHING_STANDS = { decisions: [], decidedBy: null, decidedAt: null };

export interface Reviewed {
  status: number;
  review: number;
  claim?: Claim | null;
  decisions: Decision[];
  history: HistoryEntry[];
  decidedBy: number | null;
  decidedAt: Date | null;
}
