import { ACCOUNT_KINDS, PAYMENT_TYPE, type PaidKind } from '@partnerdesk/contracts';
import { type IndexDefinition, type IndexOptions, Schema } from 'mongoose';
import { performanceIndexes } from './performance';
import { entryIndex, nameKeyFields, textIndexes } from './search-key';

/** Where money goes (docs/PRODUCT.md §3 "Affiliate", §3 "Staff"), of a person for whom nothing is entered. */
export const NO_PAYMENT_DETAILS = {
  paymentType: 0,
  payPalUserName: '',
  achName: '',
  /** 1 checking, 2 savings, 0 not set. */
  achAccountType: 0,
  achRoutingNumber: '',
  /** Encrypted with encryptField, empty when not set. */
  achAccountNumberEncrypted: '',
};
export type PaymentFields = typeof NO_PAYMENT_DETAILS;

/** The same as somebody enters it, the account number in clear. */
export interface PaymentInput extends Omit<PaymentFields, 'achAccountNumberEncrypted'> {
  achAccountNumber: string;
}

export const text = { type: String, default: '' } as const;

export const payeeSchemaFields = {
  paymentType: { type: Number, enum: Object.values(PAYMENT_TYPE), default: PAYMENT_TYPE.unknown },
  payPalUserName: text,
  achName: text,
  achAccountType: { type: Number, enum: [0, 1, 2], default: 0 },
  achRoutingNumber: text,
  achAccountNumberEncrypted: text,
  /** Keyed hashes of account and PayPal id (account-keys.ts), empty when not set. */
  achKey: text,
  payPalKey: text,
  /** When any of these fields changed last; missing: never since the person was added. */
  paymentChangedAt: Date,
  /** A change (PendingChange) whose record and mails are not stored yet. */
  paymentChange: Schema.Types.Mixed,
  /** A changed email (PendingEmailChange) whose mail is not stored yet. */
  emailChange: Schema.Types.Mixed,
  formerEmails: Schema.Types.Mixed,
  emailAddress: { type: String, required: true },
  emailKey: { type: String, required: true },
  passcode: text,
  firstName: text,
  lastName: text,
  ...nameKeyFields,
  address1: text,
  address2: text,
  postalCode: text,
  /** Percentage, up to 2 decimals; of affiliates the one in force today. */
  commission: { type: Number, required: true },
  /** null: as the installation has it (docs/RULES.md, Payouts). */
  minimumPayoutCents: { type: Number, default: null },
  payoutHoldDays: { type: Number, default: null },
  city: text,
  state: text,
  taxIDType: { type: Number, enum: [0, 1, 2], default: 0 },
  taxIDEncrypted: text,
  companyName: text,
  /** When erasing the person began, and when it was done (privacy/erase-person.ts). */
  erasingAt: Date,
  erasedAt: Date,
  createdAt: { type: Date, default: () => new Date() },
  /** Raised by every save; a save of an older one is refused. */
  version: { type: Number, default: 0 },
} as const;

/** An account is complete once its owner has chosen how to be paid. */
export const completenessOf = (paymentType: number) => ({
  paymentInfoSet: paymentType !== 0,
  accountStatus: paymentType === 0 ? 0 : 1,
});

/** Searches: each sort with the id after it, those by text behind a status, too, and the filters; and what sweeps look for. */
export function payeeIndexes(kind: PaidKind): [IndexDefinition, IndexOptions?][] {
  const { id } = ACCOUNT_KINDS[kind];
  const keys: Record<string, 1>[] = [
    ...textIndexes(id),
    { status: 1, [id]: 1 },
    ...textIndexes(id, { status: 1 }),
    entryIndex('emailKey', 'surnameKey', id),
    { commission: 1, [id]: 1 },
    { status: 1, paymentType: 1, createdAt: 1 },
    { paymentType: 1, createdAt: 1 },
    { createdAt: 1 },
    { achKey: 1 },
    { payPalKey: 1 },
    { minimumPayoutCents: 1 },
    { payoutHoldDays: 1 },
  ];
  return [
    ...keys.map((key): [IndexDefinition] => [key]),
    [{ 'paymentChange.at': 1 }, { partialFilterExpression: { 'paymentChange.at': { $exists: true } } }],
    ...performanceIndexes(kind),
  ];
}
