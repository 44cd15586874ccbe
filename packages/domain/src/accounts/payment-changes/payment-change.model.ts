import type { MaskedDetails, PaidKind, PaymentChangeOrigin } from '@partnerdesk/contracts';
import { canonicalJson, isSealOf, plainModel, sealedNumber, sealOf } from '../../platform';

/** Written once, never changed. */
export interface PaymentChange {
  /** `affiliate:12:7`: with the version of the record that the change made. */
  _id: string;
  kind: PaidKind;
  personID: number;
  at: Date;
  origin: PaymentChangeOrigin;
  /** Email of who did it. */
  by: string;
  /** Missing: the person was added with these details. */
  before?: MaskedDetails;
  after: MaskedDetails;
  /** In words: masked, old and new may look the same. Missing in older records. */
  changed?: string[];
  /** Seals of the details that the change left, and of this record. */
  payment: string;
  seal: string;
}

/** What is sealed of a change: of the details, masked as they are, keyed digests. */
export const provenChange = ({ before, after, ...change }: Omit<PaymentChange, 'seal'>, keyID: string) => ({
  ...change,
  before: before && sealedNumber(canonicalJson(before), keyID),
  after: sealedNumber(canonicalJson(after), keyID),
});

export const sealedChange = (change: Omit<PaymentChange, 'seal'>): PaymentChange => ({
  ...change,
  seal: sealOf(change._id, 'change', (keyID) => provenChange(change, keyID)),
});

export const isProvenChange = ({ seal, ...change }: PaymentChange): boolean =>
  isSealOf(seal, change._id, 'change', (keyID) => provenChange(change, keyID));

/** Part of the record's own write, so that no crash separates the two. */
export interface PendingChange extends Omit<PaymentChange, '_id' | 'kind' | 'personID'> {
  changeID: string;
  /** The present address, and those of the last days. */
  mailTo: string[];
}

export const changeOfPending = (
  kind: PaidKind,
  personID: number,
  { changeID, mailTo: _, ...change }: PendingChange,
): PaymentChange => ({ ...change, _id: changeID, kind, personID });

/** A change of the email whose mails are not stored yet. */
export interface PendingEmailChange {
  changeID: string;
  at: Date;
  to: string;
  /** To be confirmed first; missing: it is the account's. */
  confirms?: string;
}

export const PaymentChangeModel = plainModel<PaymentChange>('PaymentChange', 'paymentChanges', String, [
  [{ kind: 1, personID: 1, at: -1 }],
]);
