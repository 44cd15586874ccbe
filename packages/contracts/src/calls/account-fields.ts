import type { AccountKind, UpdateType } from '../wire-accounts';
import type { AccountRecords, PaymentRecord, PayoutRecord, TaxRecord } from './accounts.calls';

/** What writes a field of a record: a section of its editor, or the server alone. */
type Writer = UpdateType | 'server';

const PAYMENT_WRITERS = {
  paymentType: 'Info',
  commission: 'Info',
  payPalUserName: 'Paypal',
  achName: 'Ach',
  achAccountType: 'Ach',
  achAccountTypeID: 'Ach',
  achRoutingNumber: 'Ach',
  achAccountNumber: 'Ach',
} as const satisfies Record<keyof PaymentRecord, Writer>;

const PAYOUT_WRITERS = {
  minimumPayout: 'Info',
  payoutHoldDays: 'Info',
} as const satisfies Record<keyof PayoutRecord, Writer>;

const TAX_WRITERS = {
  city: 'Info',
  state: 'Info',
  taxID: 'Info',
  taxIDType: 'Info',
  companyName: 'Info',
} as const satisfies Record<keyof TaxRecord, Writer>;

const PERSON_WRITERS = {
  status: 'Info',
  emailAddress: 'Info',
  passcode: 'server',
  firstName: 'Info',
  lastName: 'Info',
  address1: 'Info',
  address2: 'Info',
  postalCode: 'Info',
  ...PAYMENT_WRITERS,
  ...PAYOUT_WRITERS,
  ...TAX_WRITERS,
  dateCreated: 'server',
  version: 'server',
} as const satisfies Record<string, Writer>;

/**
 * The writer of each field of a record (docs/PRODUCT.md §4 "Edit sections"). Editors, checks and saves take their
 * fields from here: a field that is missing in one of them does not compile.
 */
export const FIELD_WRITERS = {
  affiliate: {
    affID: 'server',
    ...PERSON_WRITERS,
    newEmailAddress: 'server',
    trackID: 'server',
  },
  staff: {
    staffID: 'server',
    kellyStaffID: 'Info',
    ...PERSON_WRITERS,
    mobilePhone: 'Info',
    landLineTelephone: 'Info',
    maxProfiles: 'Info',
  },
  member: {
    memberID: 'server',
    status: 'Info',
    username: 'Info',
    emailAddress: 'Info',
    emailAddressVerified: 'Info',
    payPalID: 'Info',
    credits: 'Info',
    version: 'server',
  },
} as const satisfies { [Kind in AccountKind]: Record<keyof AccountRecords[Kind], Writer> };

type Writers = typeof FIELD_WRITERS;

/** Names of the fields that a section of a kind's editor, or the server, writes. */
export type FieldOf<Kind extends AccountKind, By extends Writer> = {
  [Name in keyof Writers[Kind]]: Writers[Kind][Name] extends By ? Name : never;
}[keyof Writers[Kind]] &
  string;

/** The same names at run time. */
export function fieldsWrittenBy(kind: AccountKind, writer: Writer): string[] {
  const writers: Record<string, Writer> = FIELD_WRITERS[kind];
  return Object.keys(writers).filter((name) => writers[name] === writer);
}
