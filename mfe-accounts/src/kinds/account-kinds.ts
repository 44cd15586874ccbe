import {
  ACCOUNT_KINDS,
  type AccountField,
  type AccountKind,
  type AffiliateRecord,
  describe,
  fieldsOf,
  HIDDEN_NUMBERS,
  inOrder,
  MESSAGE,
  type MemberRecord,
  paymentTypeText,
  STAFF_STATUS,
  statusText,
  UPDATE_TYPES,
  type UpdateType,
} from '@partnerdesk/contracts';
import { formatInstant } from '@partnerdesk/web';
import type { AccountRecord } from '../accounts.api';
import type { ColumnDef, FieldDef, KindDef, SectionDef } from './kind-definition';
import { PERFORMANCE_COLUMNS } from './performance-columns';

const personName = (record: AccountRecord) => {
  const { firstName, lastName } = record as AffiliateRecord;
  return `${firstName} ${lastName}`.trim();
};

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

/** Fields of an editor in their order; what is not named here follows. */
const byPlace = inOrder([
  ...['kellyStaffID', 'username', 'status', 'emailAddress', 'emailAddressVerified', 'passcode', 'firstName'],
  ...['lastName', 'address1', 'address2', 'city', 'state', 'postalCode', 'mobilePhone', 'landLineTelephone'],
  ...['paymentType', 'commission', 'minimumPayout', 'payoutHoldDays', 'maxProfiles', 'taxIDType', 'taxID'],
  ...['companyName', 'payPalID', 'credits'],
  ...['achName', 'achAccountTypeID', 'achRoutingNumber', 'achAccountNumber'],
]);

/** The status panel shows and changes an affiliate's status; an account's type follows its id. */
const isElsewhere = (kind: AccountKind, name: string) =>
  (kind === 'affiliate' && name === 'status') || name === 'achAccountType';
/** Of the server's own fields these are shown among those that are edited. */
const SHOWN = ['passcode'];

const TITLES: Record<UpdateType, string> = { Info: 'Info', Paypal: 'PayPal', Ach: 'ACH' };

function sectionsOf(kind: AccountKind): SectionDef[] {
  const all = fieldsOf(kind);
  return UPDATE_TYPES.map((updateType) => ({
    updateType,
    title: TITLES[updateType],
    fields: all
      .filter(([name, { by }]) =>
        SHOWN.includes(name) ? updateType === 'Info' : by === updateType && !isElsewhere(kind, name),
      )
      .map(([name, field]) => fieldDef(name, field))
      .sort((one, other) => byPlace(one.name, other.name)),
  })).filter(({ fields }) => fields.length > 0);
}

function fieldDef(name: string, { label, by, check, choices, hint, inputMax }: AccountField): FieldDef {
  const rules = describe(check);
  const max = inputMax ?? (rules.kind === 'text' ? rules.max : undefined);
  const type = by === 'server' ? 'static' : choices ? 'select' : inputOf(name, rules);
  return { name, label, type, max, options: choices, hint };
}

function inputOf(name: string, rules: ReturnType<typeof describe>): FieldDef['type'] {
  if ((HIDDEN_NUMBERS as readonly string[]).includes(name)) return 'hidden-number';
  if (rules.kind === 'flag') return 'check';
  if (rules.kind === 'number') return rules.nullable ? 'optional-number' : 'number';
  return name === 'emailAddress' ? 'email' : 'text';
}

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
