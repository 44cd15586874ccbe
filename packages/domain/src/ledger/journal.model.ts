import type { mongo } from 'mongoose';
import { type AuditEntry, plainModel } from '../platform';

/** How a record proves itself (journal-chain.ts). */
export interface JournalProof {
  /** Hash of the record before; GENESIS in the first. */
  prev: string;
  /** Id of the key of `hash`. */
  keyID: string;
  /** HMAC-SHA-256 under PROOF_KEY over its content, its digests and `prev`. */
  hash: string;
  /** SHA-256 of its effects, and of what it keeps or, of events, of what it took in and decided. */
  digests: Partial<Record<'effects' | 'kept' | 'events' | 'settled' | 'entries' | 'attributions', string>>;
  /** What the office did, in full: canonical JSON of the effects. */
  kept?: string;
}

/** A record of the journal: the only way into the ledger, in one order (journal.ts). */
export interface JournalRecord extends JournalProof {
  /** 1, 2, 3 … without a gap. */
  _id: number;
  /** The journal's time: never before that of an earlier record (journal-clock.ts). */
  at: Date;
  /** Process and attempt that wrote the record, by which it recognizes its own one. */
  writer: string;
  /** BSON, present until applied. */
  effects?: mongo.BSON.Binary;
  /** What it was, e.g. `events: 1000`. */
  note: string;
  /** Lines of the audit log that belong to the change. */
  audits?: AuditEntry[];
  /** More about it, for readers of the journal; plain data. */
  details?: object;
}

export const JournalModel = plainModel<JournalRecord>('Journal', 'journal', Number);

/** How far the journal is applied, and whose turn it is to append (journal-turn.ts): one document. */
export interface JournalHead {
  _id: 'journal';
  /** Every record through this one is applied. */
  value: number;
  /** Time of the last record. */
  at?: Date;
  /** Process whose turn it is; empty: nobody's. */
  holder?: string;
  /** Grows with every sign of life of a holder. */
  beat?: number;
  /** Processes that wait for their turn, by the beat since which they do. */
  waiting?: Record<string, number>;
}
