import type { AccountRecords, AffiliateRecord, MemberRecord, StaffRecord } from '../calls/accounts.calls';
import { businessDayOf } from '../days';
import { paymentTypeText } from '../payment-methods';
import type { AccountKind } from '../wire-accounts';
import type { CellValue, ColumnKind, TableColumn } from './table-column';

/** How a field is exported: its header, and its kind unless it is text. null: it is not. */
type Exported = readonly [header: string, kind?: ColumnKind] | null;

/** Every field of a record, so that none is forgotten; the columns have this order. */
type ExportedFields<Row> = Record<keyof Row, Exported>;

const PERSON = {
  status: ['Status'],
  firstName: ['First name'],
  lastName: ['Last name'],
  emailAddress: ['Email'],
} as const;

const ADDRESS = {
  address1: ['Address 1'],
  address2: ['Address 2'],
  city: ['City'],
  state: ['State'],
  postalCode: ['Postal code'],
} as const;

/** Numbers of accounts are not exported, nor what signs people in. */
const PAYMENT_AND_REST = {
  paymentType: ['Payment type'],
  commission: ['Commission %', 'count'],
  payPalUserName: ['PayPal user name'],
  achName: null,
  achAccountType: null,
  achAccountTypeID: null,
  achRoutingNumber: null,
  achAccountNumber: null,
  passcode: null,
  version: null,
  minimumPayout: ['Minimum payout', 'money'],
  payoutHoldDays: ['Hold days', 'count'],
  taxID: null,
  taxIDType: null,
  companyName: null,
} as const;

const AFFILIATE: ExportedFields<AffiliateRecord> = {
  affID: ['Affiliate ID'],
  ...PERSON,
  ...ADDRESS,
  ...PAYMENT_AND_REST,
  newEmailAddress: null,
  trackID: ['Track ID'],
  dateCreated: ['Date created', 'date'],
};

const STAFF: ExportedFields<StaffRecord> = {
  staffID: ['Staff ID'],
  kellyStaffID: ['KellyStaffID'],
  ...PERSON,
  mobilePhone: ['Mobile phone'],
  landLineTelephone: ['Landline telephone'],
  ...ADDRESS,
  ...PAYMENT_AND_REST,
  maxProfiles: ['Max profiles', 'count'],
  dateCreated: ['Date created', 'date'],
};

const MEMBER: ExportedFields<MemberRecord> = {
  memberID: ['Member ID'],
  status: ['Status'],
  username: ['Username'],
  emailAddress: ['Email'],
  emailAddressVerified: ['Email verified'],
  payPalID: ['PayPal ID'],
  credits: ['Credits', 'count'],
  version: null,
};

const FIELDS: Record<AccountKind, Record<string, Exported>> = {
  affiliate: AFFILIATE,
  staff: STAFF,
  member: MEMBER,
};

/**
 * What is exported of a search for accounts: what a list is for, without numbers of accounts.
 * @param timeZone the business's, for the day of creation
 */
export function accountColumns<Kind extends AccountKind>(
  kind: Kind,
  timeZone: string,
): TableColumn<AccountRecords[Kind]>[] {
  return Object.entries(FIELDS[kind]).flatMap(([name, exported]) => {
    if (!exported) return [];
    const [header, columnKind = 'text'] = exported;
    return [{ header, kind: columnKind, value: (row) => cellOf(name, row, timeZone) }];
  });
}

function cellOf(name: string, row: object, timeZone: string): CellValue {
  const value = (row as Record<string, CellValue>)[name];
  if (name === 'paymentType') return paymentTypeText(Number(value));
  return name === 'dateCreated' ? businessDayOf(new Date(String(value)), timeZone) : value;
}
