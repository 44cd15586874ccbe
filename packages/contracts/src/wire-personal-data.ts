import type { AccountKind } from './wire-accounts';

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
