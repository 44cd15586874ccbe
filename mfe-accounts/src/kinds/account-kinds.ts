import {
  ACCOUNT_KINDS,
  type AccountKind,
  type AffiliateRecord,
  MESSAGE,
  type MemberRecord,
  paymentTypeText,
  STAFF_STATUS,
  statusText,
} from '@partnerdesk/contracts';
import { formatInstant } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import { sectionsOf } from './fields';
import type { ColumnDef, KindDef } from './kind-definition';
import { PERFORMANCE_COLUMNS } from './performance-columns';

const personName = (record: AccountRecord) => {
  const { firstName, lastName } = record as AffiliateRecord;
  return `${firstName} ${lastName}`.trim();
};

/** Columns between the id and what is the kind's own. */
const columns = (
  kind: AccountKind,
  name: ColumnDef,
  last: readonly ColumnDef[],
  further: readonly ColumnDef[],
): ColumnDef[] => [
  { name: ACCOUNT_KINDS[kind].id, header: 'ID', sort: 'id', numeric: true, onPhones: true },
  { ...name, onPhones: true },
  { name: 'emailAddress', header: 'Email', sort: 'email' },
  {
    name: 'status',
    header: 'Status',
    sort: 'status',
    onPhones: true,
    show: (record) => statusText(kind, record.status),
  },
  ...last,
  ...further.map((column) => ({ ...column, further: true })),
];

const nameColumn: ColumnDef = { name: 'firstName', header: 'Name', sort: 'name', show: personName };
const commissionColumn: ColumnDef = {
  name: 'commission',
  header: 'Commission',
  sort: 'commission',
  numeric: true,
  onlyAlone: true,
  show: (record) => `${(record as AffiliateRecord).commission}%`,
};

const PAYEE_COLUMNS: readonly ColumnDef[] = [
  {
    name: 'paymentType',
    header: 'Payment type',
    show: (record) => paymentTypeText((record as AffiliateRecord).paymentType),
  },
  {
    name: 'dateCreated',
    header: 'Joined',
    show: (record, timeZone) => formatInstant((record as AffiliateRecord).dateCreated, timeZone),
  },
  { name: 'city', header: 'City' },
  { name: 'state', header: 'State' },
];

export const KINDS: Record<AccountKind, KindDef> = {
  affiliate: {
    kind: 'affiliate',
    title: 'Affiliate Search',
    noun: 'affiliate',
    plural: 'affiliates',
    nameLabel: 'First or last name',
    emptyText: MESSAGE.noAffiliates,
    savedText: MESSAGE.affiliateUpdated,
    columns: columns('affiliate', nameColumn, PERFORMANCE_COLUMNS.affiliate, [
      commissionColumn,
      ...PAYEE_COLUMNS,
      { name: 'trackID', header: 'Track ID' },
      { name: 'companyName', header: 'Company' },
    ]),
    views: [
      { name: 'All', query: '' },
      { name: 'Best of 30 days', query: 'sort=earned&order=desc' },
      { name: 'New, not approved', query: 'status=0' },
      { name: 'Gone quiet: sales fell by half', query: 'only=quiet&sort=lastSale&order=desc' },
      { name: 'Waiting for payment details', query: 'only=unpayable&sort=balance&order=desc' },
    ],
    nameOf: personName,
    sections: sectionsOf('affiliate'),
  },
  staff: {
    kind: 'staff',
    title: 'Staff Search',
    noun: 'staff',
    plural: 'staff',
    nameLabel: 'First or last name',
    emptyText: MESSAGE.noStaffs,
    savedText: MESSAGE.staffUpdated,
    columns: columns('staff', nameColumn, PERFORMANCE_COLUMNS.staff, [
      commissionColumn,
      ...PAYEE_COLUMNS,
      { name: 'kellyStaffID', header: 'KellyStaffID', numeric: true },
      { name: 'mobilePhone', header: 'Mobile phone' },
    ]),
    views: [
      { name: 'All', query: '' },
      { name: 'Best of 30 days', query: 'sort=earned&order=desc' },
      { name: 'Awaiting approval', query: `status=${STAFF_STATUS.pending}` },
    ],
    nameOf: personName,
    sections: sectionsOf('staff'),
  },
  member: {
    kind: 'member',
    title: 'Member Search',
    noun: 'member',
    plural: 'members',
    nameLabel: 'Username',
    emptyText: MESSAGE.noMembers,
    savedText: MESSAGE.memberUpdated,
    columns: columns(
      'member',
      { name: 'username', header: 'Username', sort: 'name' },
      [
        ...PERFORMANCE_COLUMNS.member,
        { name: 'credits', header: 'Credits', sort: 'credits', numeric: true, onlyAlone: true },
      ],
      [
        { name: 'payPalID', header: 'PayPal ID' },
        {
          name: 'emailAddressVerified',
          header: 'Email verified',
          show: (record) => ((record as MemberRecord).emailAddressVerified ? 'Yes' : 'No'),
        },
      ],
    ),
    views: [
      { name: 'All', query: '' },
      { name: 'Highest value', query: 'sort=value&order=desc' },
      { name: 'Most credits', query: 'sort=credits&order=desc' },
    ],
    nameOf: (record) => (record as MemberRecord).username,
    sections: sectionsOf('member'),
  },
};
