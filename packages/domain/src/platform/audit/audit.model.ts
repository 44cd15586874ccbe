import type { AuditAction, AuditSubject, SignInKind } from '@partnerdesk/contracts';
import { type InferSchemaType, model, Schema } from 'mongoose';

export interface Actor {
  kind: SignInKind | 'administrator' | 'visitor' | 'system';
  id: number;
  emailAddress: string;
}

/** Of commands and jobs. */
export const SYSTEM_ACTOR: Actor = { kind: 'system', id: 0, emailAddress: '' };
/** Of somebody who is not signed in. */
export const VISITOR: Actor = { kind: 'visitor', id: 0, emailAddress: '' };

/** A line of the audit log (docs/RULES.md, Accounts and access "Audit log"). Written once; only texts about an erased person go. */
const auditSchema = new Schema(
  {
    _id: { type: String, required: true },
    at: { type: Date, required: true },
    actor: {
      kind: { type: String, required: true },
      id: { type: Number, required: true },
      emailAddress: { type: String, default: '' },
    },
    /** Past tense, e.g. `affiliate.updated`, `account-number.revealed`. */
    action: { type: String, required: true },
    subject: {
      type: { type: String, required: true },
      id: { type: String, required: true },
    },
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    requestId: String,
    address: String,
    /** Of two lines with the same key one is written. */
    key: String,
    /** Seals of what the change left, by part (docs/RULES.md, Proof "Seals"). */
    seals: Schema.Types.Mixed,
    /** Digests of the texts that may be erased, and their salts (audit-chain.ts). */
    digests: Schema.Types.Mixed,
    salts: Schema.Types.Mixed,
    /** The line that records on whose behalf texts of this one were erased. */
    erasedBy: String,
    /** Of a line that no record of the journal writes (audit-chain.ts). */
    seq: Number,
    writer: String,
    prev: String,
    keyID: String,
    hash: String,
  },
  { versionKey: false, strict: 'throw', autoIndex: false, autoCreate: false, collection: 'auditLog' },
)
  .index({ seq: 1 }, { partialFilterExpression: { seq: { $gt: 0 } } })
  .index({ key: 1 }, { partialFilterExpression: { key: { $exists: true } } })
  .index({ at: -1 })
  .index({ 'subject.type': 1, 'subject.id': 1, at: -1 })
  .index({ 'actor.emailAddress': 1, at: -1 })
  .index({ 'actor.kind': 1, 'actor.id': 1 })
  .index({ action: 1, at: -1 });

export type AuditLine = InferSchemaType<typeof auditSchema>;
export const AuditModel = model('AuditLine', auditSchema);

export interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  subject: { type: AuditSubject; id: string | number };
  /** Only what changed; no tax id or account number but masked (docs/RULES.md, Accounts and access). */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  requestId?: string;
  address?: string;
  key?: string;
  seals?: Partial<Record<string, string>>;
}

export function auditLineOf(id: string, at: Date, entry: AuditEntry): AuditLine {
  return { ...entry, _id: id, at, subject: { type: entry.subject.type, id: String(entry.subject.id) } };
}

export type By = Pick<AuditEntry, 'actor' | 'requestId' | 'address'>;
