import type { AccountKind } from './wire-accounts';

/** Who is paid: affiliates and staff. */
export type PaidKind = Exclude<AccountKind, 'member'>;

/** For so many days a payroll row says that the account changed. */
export const CHANGED_LATELY_DAYS = 30;

/** Where somebody's money goes, masked. */
export interface MaskedDetails {
  /** PAYMENT_TYPE. */
  paymentType: number;
  /** `an•••@pay.example`; empty when there is none. */
  payPalID: string;
  achName: string;
  /** ACH_ACCOUNT_TYPE; 0: none. */
  achAccountType: number;
  achRoutingNumber: string;
  /** Its last four digits. */
  achAccountNumber: string;
}

/** Who changed it: the affiliate, somebody of the office, or an import, which only adds people. */
export type PaymentChangeOrigin = 'affiliate' | 'support' | 'import';

/** A change of somebody's payment details. */
export interface PaymentChangeRow {
  /** Instant, ISO 8601. */
  at: string;
  origin: PaymentChangeOrigin;
  /** Email of who did it; empty for an import. */
  by: string;
  /** Missing: an import added the person with these details. */
  before?: MaskedDetails;
  after: MaskedDetails;
}

/** Somebody who is paid to the same account or PayPal id. */
export interface SharedAccount {
  kind: PaidKind;
  id: number;
  name: string;
  /** What both have. */
  same: 'account' | 'payPalID';
}

/** GET /payment-changes?kind&id: newest first. */
export interface PaymentChanges {
  changes: PaymentChangeRow[];
  shared: SharedAccount[];
  /** 'all' of a payroll leaves the person out through the day before this one (yyyy-mm-dd). */
  heldUntil?: string;
}
