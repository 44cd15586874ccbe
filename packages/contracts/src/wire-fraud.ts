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
