import { businessDayOf } from '../days';
import type { AccountKind, AccountRecords } from '../wire-accounts';
import { paymentTypeText } from './payroll-report-columns';
import type { ColumnKind, TableColumn } from './table-column';

/** A column whose value is the field itself. */
function field<Name extends string>(name: Name, header: string, kind: ColumnKind = 'text') {
  return { header, kind, value: (row: Record<Name, string | number | boolean>) => row[name] };
}

const PERSON = [
  field('status', 'Status'),
  field('firstName', 'First name'),
  field('lastName', 'Last name'),
  field('emailAddress', 'Email'),
];
const ADDRESS = [
  field('address1', 'Address 1'),
  field('address2', 'Address 2'),
  field('postalCode', 'Postal code'),
];
const PAYMENT = [
  {
    header: 'Payment type',
    kind: 'text' as const,
    value: (row: { paymentType: number }) => paymentTypeText(row.paymentType),
  },
  field('commission', 'Commission %', 'count'),
  field('payPalUserName', 'PayPal user name'),
];

/**
 * What is exported of a search for accounts: what a list is for, without numbers of accounts.
 * @param timeZone the business's, for the day of creation
 */
export function accountColumns<Kind extends AccountKind>(
  kind: Kind,
  timeZone: string,
): TableColumn<AccountRecords[Kind]>[] {
  const created = {
    header: 'Date created',
    kind: 'date' as const,
    value: (row: { dateCreated: string }) => businessDayOf(new Date(row.dateCreated), timeZone),
  };
  const columns: { [Each in AccountKind]: TableColumn<AccountRecords[Each]>[] } = {
    affiliate: [
      field('affID', 'Affiliate ID'),
      ...PERSON,
      ...ADDRESS,
      ...PAYMENT,
      field('trackID', 'Track ID'),
      created,
    ],
    staff: [
      field('staffID', 'Staff ID'),
      field('kellyStaffID', 'KellyStaffID'),
      ...PERSON,
      field('mobilePhone', 'Mobile phone'),
      field('landLineTelephone', 'Landline telephone'),
      ...ADDRESS,
      ...PAYMENT,
      field('maxProfiles', 'Max profiles', 'count'),
      created,
    ],
    member: [
      field('memberID', 'Member ID'),
      field('status', 'Status'),
      field('username', 'Username'),
      field('emailAddress', 'Email'),
      field('emailAddressVerified', 'Email verified'),
      field('payPalID', 'PayPal ID'),
      field('credits', 'Credits', 'count'),
    ],
  };
  return columns[kind];
}
