/** The rules of docs/RULES.md, Fraud signals. */
export const FRAUD_RULES = [
  'own-sign-ups',
  'click-burst',
  'join-burst',
  'refund-rate',
  'shared-account',
  'disposable-mail',
] as const;
export type FraudRule = (typeof FRAUD_RULES)[number];

/** Characters of a note about a signal. */
export const MAX_SIGNAL_NOTE = 500;

/** GET /fraud-signals?affID: what somebody should look at, open ones first. */
export interface FraudSignalRow {
  id: string;
  rule: FraudRule;
  /** In words. */
  reason: string;
  /** Instants, ISO 8601: found first, and last. */
  foundAt: string;
  lastAt: string;
  /** Present once somebody looked at it. */
  review?: { at: string; by: string; note: string };
}

/** POST /fraud-signals/review: an open signal only. */
export interface ReviewSignalRequest {
  id: string;
  note: string;
}
