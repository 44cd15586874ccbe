import {
  type AccountKind,
  type AffiliateRecord,
  MAX_LENGTH,
  MESSAGE,
  type MemberRecord,
  OFFICE_MAX_LENGTH,
  statusText,
  statusTexts,
} from '@partnerdesk/contracts';
import type { AccountRecord } from '../accounts.api';
import { EARNING_FIELDS, PAYMENT_SECTIONS, PERSON_FIELDS, TAX_FIELDS } from './fields';
import { type ColumnDef, defineSection, type KindDef } from './kind-definition';

const personName = (record: AccountRecord) => {
  const { firstName, lastName } = record as AffiliateRecord;
  return `${firstName} ${lastName}`.trim();
};

/** Columns between the id and what is the kind's own. */
const columns = (
  id: string,
  name: ColumnDef,
  last: ColumnDef,
  status: (code: number) => string,
): ColumnDef[] => [
  { name: id, header: 'ID', sort: 'id', numeric: true },
  name,
  { name: 'emailAddress', header: 'Email', sort: 'email' },
  { name: 'status', header: 'Status', sort: 'status', show: (record) => status(record.status) },
  last,
];

const nameColumn: ColumnDef = { name: 'firstName', header: 'Name', sort: 'name', show: personName };
const commissionColumn: ColumnDef = {
  name: 'commission',
  header: 'Commission',
  sort: 'commission',
  numeric: true,
  onlyAlone: true,
  show: (record) => `${(record as AffiliateRecord).commission} %`,
};

const statusOf = (kind: AccountKind) => (status: number) => statusText(kind, status);

export const KINDS: Record<AccountKind, KindDef> = {
  affiliate: {
    kind: 'affiliate',
    title: 'Affiliate Search',
    noun: 'affiliate',
    plural: 'affiliates',
    emptyText: MESSAGE.noAffiliates,
    savedText: MESSAGE.affiliateUpdated,
    columns: columns('affID', nameColumn, commissionColumn, statusOf('affiliate')),
    nameOf: personName,
    statusText: statusOf('affiliate'),
    sections: [
      defineSection<'affiliate', 'Info'>('Info', 'Info', {
        // The status panel shows and changes it.
        status: null,
        ...PERSON_FIELDS,
        ...EARNING_FIELDS,
        ...TAX_FIELDS,
      }),
      ...PAYMENT_SECTIONS,
    ],
  },
  staff: {
    kind: 'staff',
    title: 'Staff Search',
    noun: 'staff',
    plural: 'staff',
    emptyText: MESSAGE.noStaffs,
    savedText: MESSAGE.staffUpdated,
    columns: columns('staffID', nameColumn, commissionColumn, statusOf('staff')),
    nameOf: personName,
    statusText: statusOf('staff'),
    sections: [
      defineSection<'staff', 'Info'>('Info', 'Info', {
        kellyStaffID: { label: 'KellyStaffID', type: 'number' },
        status: {
          label: 'Status',
          type: 'select',
          options: Object.entries(statusTexts('staff')).map(([value, label]) => ({ value, label })),
        },
        ...PERSON_FIELDS,
        mobilePhone: { label: 'Mobile phone', type: 'text', max: OFFICE_MAX_LENGTH.phone },
        landLineTelephone: { label: 'Landline telephone', type: 'text', max: OFFICE_MAX_LENGTH.phone },
        ...EARNING_FIELDS,
        maxProfiles: { label: 'Max profiles', type: 'number' },
        ...TAX_FIELDS,
      }),
      ...PAYMENT_SECTIONS,
    ],
  },
  member: {
    kind: 'member',
    title: 'Member Search',
    noun: 'member',
    plural: 'members',
    emptyText: MESSAGE.noMembers,
    savedText: MESSAGE.memberUpdated,
    columns: columns(
      'memberID',
      { name: 'username', header: 'Username', sort: 'name' },
      { name: 'credits', header: 'Credits', sort: 'credits', numeric: true, onlyAlone: true },
      statusOf('member'),
    ),
    nameOf: (record) => (record as MemberRecord).username,
    statusText: statusOf('member'),
    sections: [
      defineSection<'member', 'Info'>('Info', 'Info', {
        username: { label: 'Username', type: 'text', max: OFFICE_MAX_LENGTH.username },
        status: { label: 'Status', type: 'number' },
        emailAddress: { label: 'Email', type: 'email', max: MAX_LENGTH.personal.emailAddress },
        emailAddressVerified: { label: 'Email address verified', type: 'check' },
        payPalID: { label: 'PayPal ID', type: 'text', max: OFFICE_MAX_LENGTH.payPalID },
        credits: { label: 'Credits', type: 'number' },
      }),
    ],
  },
};
