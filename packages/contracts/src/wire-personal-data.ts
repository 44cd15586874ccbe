import type { AccountKind } from './wire-accounts';

/** What stays of an erased person, and why (docs/RULES.md, Personal data). */
export interface KeptData {
  /** A key of KEPT_DATA_TEXT. */
  what: string;
  documents: number;
  why: string;
}

/** GET /erasure: what erasing a person would come to; POST /erase-person: what it came to. */
export interface ErasurePlan {
  /** Instant, ISO 8601; missing: the person was not erased yet. */
  erasedAt?: string;
  /** Why it is refused as things are. */
  obstacle?: string;
  kept: KeptData[];
}

/** POST /erase-person. */
export interface ErasePersonRequest {
  kind: AccountKind;
  id: number;
  /** erasureWords of the person. */
  confirm: string;
}

/** What is typed before a person is erased. */
export const erasureWords = (kind: AccountKind, id: number): string => `erase ${kind} ${id}`;

/** What stays, as the office reads it. */
export const KEPT_DATA_TEXT: Readonly<Record<string, string>> = {
  keptIdentity: 'Identity for tax forms',
  payment: 'Payments',
  paymentMark: 'Marks of payments',
  excludedPayment: 'Payments left out of pay files',
  entry: 'Ledger entries',
  attribution: 'Where they came from',
  event: 'Events',
};
