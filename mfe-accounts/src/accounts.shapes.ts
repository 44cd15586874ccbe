import {
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountFigures,
  type AccountKind,
  type AccountRecords,
  type AffiliateRecord,
  type MemberRecord,
  type PaymentRecord,
  type RevealNumberResponse,
  type StaffRecord,
} from '@partnerdesk/contracts';
import { type Shape, shape } from '@partnerdesk/web';

const { code, either, flag, listOf, nullable, number, optional, record, text } = shape;

/** Missing, a save names none and wins over others. */
const version = optional(number) as Shape<number>;

const PAYMENT: { [Key in keyof PaymentRecord]: Shape<PaymentRecord[Key]> } = {
  paymentType: code,
  commission: number,
  payPalUserName: text,
  achName: text,
  achAccountType: text,
  achAccountTypeID: number,
  achRoutingNumber: text,
  achAccountNumber: text,
};

const PERSON = {
  status: number,
  emailAddress: text,
  passcode: text,
  firstName: text,
  lastName: text,
  address1: text,
  address2: text,
  city: text,
  state: text,
  postalCode: text,
  taxID: text,
  taxIDType: number,
  companyName: text,
  minimumPayout: nullable(number),
  payoutHoldDays: nullable(number),
  dateCreated: text,
  version,
};

/** What a record of each kind looks like. */
export const IS_RECORD: { [Kind in AccountKind]: Shape<AccountRecords[Kind]> } = {
  affiliate: record<AffiliateRecord>({
    ...PERSON,
    ...PAYMENT,
    affID: number,
    newEmailAddress: optional(text),
    trackID: text,
  }),
  staff: record<StaffRecord>({
    ...PERSON,
    ...PAYMENT,
    staffID: number,
    kellyStaffID: number,
    mobilePhone: text,
    landLineTelephone: text,
    maxProfiles: number,
  }),
  member: record<MemberRecord>({
    memberID: number,
    status: number,
    username: text,
    emailAddress: text,
    emailAddressVerified: flag,
    payPalID: text,
    credits: number,
    version,
  }),
};

/** What a record lacks that has the fields of docs/PRODUCT.md §3 alone. */
export function beyondRecord(row: Record<string, unknown>): Record<string, unknown> {
  if ('memberID' in row) return {};
  const typeID = Object.entries(ACH_ACCOUNT_TYPE_TEXT).find(([, name]) => name === row.achAccountType)?.[0];
  return {
    ...{ city: '', state: '', taxID: '', taxIDType: 0, companyName: '' },
    ...{ minimumPayout: null, payoutHoldDays: null, dateCreated: '' },
    achAccountTypeID: Number(typeID ?? 0),
    ...('affID' in row && { trackID: '' }),
  };
}

/** A record of any kind, as searches answer them. */
export const isAnyRecord = either(IS_RECORD.affiliate, either(IS_RECORD.staff, IS_RECORD.member));

export const isFigures = record<AccountFigures>({
  balance: optional(number),
  payouts: listOf(
    record<AccountFigures['payouts'][number]>({
      payrollID: number,
      startPeriod: text,
      endPeriod: text,
      amount: number,
      dateCreated: text,
    }),
  ),
  months: listOf(
    record<AccountFigures['months'][number]>({ month: text, sales: optional(number), earnings: number }),
  ),
  affID: optional(number),
});

export const isNumber = record<RevealNumberResponse>({ value: text });
