import type { PaidKind, SubIds } from '@partnerdesk/contracts';
import type { mongo } from 'mongoose';
import { type AuditEntry, plainModel } from '../platform';

/** Journal record that inserted the document; missing while it is planned. */
export type Recorded = { seq?: number };

/** An event as it came, and what became of it. */
export interface StoredEvent extends Recorded {
  /** eventID. */
  _id: string;
  type: string;
  at: Date;
  /** Business day of `at`. */
  day: string;
  state: 'applied' | 'waiting' | 'refused';
  /** Hash of the content: the same eventID with another one is refused. */
  hash: string;
  /** The event without eventID, type and at. */
  body: Record<string, unknown>;
  /** Journal record that released it, if it was taken in waiting. */
  settledBy?: number;
  /** While waiting: the key of what it waits for, e.g. `member:12`, `sale:e12`, `staff:3`, `affiliate:4`. */
  waitsFor?: string;
  /** While waiting: when the ledger took it in. */
  waitingSince?: Date;
  /** Why a waiting event was refused when its turn came. */
  reason?: string;
  /** Sales: what is already refunded (cents). */
  refundedCents?: number;
  /** Sales: journal record that wrote refundedCents last, if it is not the sale's own. */
  refundedBy?: number;
  /** Sales: small integer id, the affiliate (0: none), and the commission at the time with its rule (as in LedgerEntry). */
  saleID?: number;
  affID?: number;
  commission?: number;
  rule?: string;
  /** Sales: the source and landing page of the member, to which its refunds belong as well. */
  tid?: string;
  lp?: string;
}

/** One amount earned (or taken back) by one person. Never changed once written. */
export interface LedgerEntry extends Recorded {
  /** entryIDOf (keys.ts): where it comes from, then that one's id. */
  _id: string;
  /** `affiliate:12`. */
  payee: string;
  type: 'sale' | 'refund' | 'message' | 'sexting' | 'call' | 'tip' | 'adjustment' | 'returned';
  at: Date;
  /** Business day of `at`: sale figures and statistics go by it. */
  day: string;
  /** Day on which payroll counts it (docs/RULES.md, Payroll). */
  postedDay: string;
  amountCents: number;
  payoutCents: number;
  /** Percentage used, and the rule that gave it; missing: it is the person's own commission (docs/RULES.md, Terms). */
  commission: number;
  rule?: string;
  memberID?: number;
  saleID?: number;
  transactionType?: string;
  /** Adjustments and returned payments: why and by whom. */
  reason?: string;
  by?: string;
  /** Returned payments: which one. */
  payrollID?: number;
  /** Reversals: the entry of the adjustment that is taken back. */
  reverses?: string;
}

/** Which affiliate (affID 0: none), source and landing page a member belongs to, for good (docs/RULES.md, Events). */
export interface Attribution extends Recorded, Source, SubIds {
  /** memberID. */
  _id: number;
  /** Business day of joining. */
  day: string;
}

/** Whose figures a day total holds; the site as a whole is one of its own. */
export type TotalKind = PaidKind | 'site';

/** Figures of one day of one payee or of the site. Sums of events and entries, kept up by the journal. */
export interface DayTotal {
  /** dayKeyOf. */
  _id: string;
  kind: TotalKind;
  /** affID, staffID, or 0 for the site. */
  personID: number;
  day: string;
  /** Journal record that wrote last, also by closing the day; an older one does not write again. */
  seq: number;
  /** Entries posted on this day, and their payouts. */
  postedEntries?: number;
  postedCents?: number;
  /** Present while posted entries are unpaid; payroll reads these days only. */
  open?: true;
  /** The payroll that paid the posted entries. */
  payrollID?: number;
  /** Counts and sums of the day of `at` (figures.ts). */
  [figure: string]: unknown;
}

/** An affiliate's tracking source and landing page. */
export type Source = { affID: number; tid: string; lp: string };

export const SOURCE_FIGURES = ['joins', 'salesCount', 'salesCents', 'payoutCents'] as const;
export type SourceIncrement = Partial<Record<(typeof SOURCE_FIGURES)[number], number>>;

/** What a source brought (all time). `_id`: sourceKeyOf. */
export type SourceTotal = Source & SourceIncrement & { _id: string; seq: number };

/** How far a person's payroll is executed: `closedThrough` is the last day of the last one. `_id`: payeeKeyOf. */
export type PayeeState = { _id: string; closedThrough: string; lastPayrollID: number; seq: number };

/** An index of these documents alone. */
const only = (filter: object, name?: string) => ({ partialFilterExpression: filter, ...(name && { name }) });

export const EventModel = plainModel<StoredEvent>('Event', 'events', String, [
  [{ waitsFor: 1 }, only({ waitsFor: { $exists: true } })],
  // The longest waiting ones.
  [{ waitingSince: 1 }, only({ waitingSince: { $exists: true } })],
  [{ day: 1 }],
  // Sales that records took in, released or refunded, and those of a member.
  [{ seq: 1 }, only({ saleID: { $exists: true } }, 'sales_by_record')],
  [{ settledBy: 1 }, only({ settledBy: { $exists: true } })],
  [{ refundedBy: 1 }, only({ refundedBy: { $exists: true } })],
  [{ 'body.memberID': 1 }, only({ saleID: { $exists: true } }, 'sales_of_member')],
]);
export const EntryModel = plainModel<LedgerEntry>('Entry', 'entries', String, [
  [{ payee: 1, postedDay: 1, at: 1 }],
  [{ payee: 1, day: 1, at: 1 }],
  // What was taken back of somebody's after a day.
  [{ payee: 1, postedDay: 1 }, only({ payoutCents: { $lt: 0 } }, 'taken_back')],
  // Of one person, the newest first.
  [{ payee: 1, at: -1 }, only({ type: 'adjustment' }, 'adjustments_of_payee')],
  // What came back of somebody's payments.
  [{ type: 1, payee: 1, postedDay: 1 }, only({ type: 'returned' }, 'returned_of_payee')],
  // Sales and refunds in the order of the journal, for postbacks.
  [{ seq: 1 }, only({ saleID: { $exists: true } }, 'sales_by_record')],
  // Those of staff; no affiliate's key stands behind this one.
  [{ seq: 1, payee: 1 }, only({ payee: { $gt: 'staff:' } }, 'staff_by_record')],
]);
export const AttributionModel = plainModel<Attribution>('Attribution', 'attributions', Number, [
  // Affiliates' joins in the order of the journal, for postbacks.
  [{ seq: 1 }, only({ affID: { $gt: 0 } }, 'joins_by_record')],
]);
export const DayTotalModel = plainModel<DayTotal>('DayTotal', 'dayTotals', String, [
  // A step of an execution asks for its persons' open days in one query.
  [{ kind: 1, personID: 1, day: 1 }, only({ open: true }, 'open_days_of_persons')],
  // Everybody's totals of a day, for the recount of statistics.
  [{ day: 1 }],
]);
export const SourceTotalModel = plainModel<SourceTotal>('SourceTotal', 'sourceTotals', String, [
  [{ affID: 1 }],
]);
export const PayeeModel = plainModel<PayeeState>('Payee', 'payees', String);

/** Keys, as in StoredEvent.waitsFor, that events wait for no longer and of which some are still to be released. */
export const PendingReleaseModel = plainModel<{ _id: string }>('PendingRelease', 'pendingReleases', String);

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

export { CounterModel } from '../platform';
