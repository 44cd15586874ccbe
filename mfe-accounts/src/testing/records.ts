import type { AffiliateRecord, MemberRecord, PerformanceRecords, StaffRecord } from '@partnerdesk/contracts';
import type { FakeRoutes } from '@partnerdesk/web/testing';

export function anAffiliateRecord(facts: Partial<AffiliateRecord> = {}): AffiliateRecord {
  return {
    affID: 12,
    status: 1,
    emailAddress: 'ann@example.com',
    passcode: 'p-77',
    firstName: 'Ann',
    lastName: 'Lee',
    address1: 'Main St 1',
    address2: '',
    city: 'New York',
    state: 'NY',
    postalCode: '10001',
    minimumPayout: null,
    payoutHoldDays: null,
    paymentType: 1,
    commission: 30,
    payPalUserName: 'ann@pay.example',
    achName: 'Ann Lee',
    achAccountType: 'Checking',
    achAccountTypeID: 1,
    achRoutingNumber: '021000021',
    achAccountNumber: '••••6789',
    taxID: '•••••6789',
    taxIDType: 1,
    companyName: '',
    trackID: 'k3XrT9aQ',
    dateCreated: '2026-01-05T15:00:00.000Z',
    version: 3,
    ...facts,
  };
}

/** A record as a search lists it. */
type Listed<Kind extends 'staff' | 'member', Row> = Partial<Row> & { performance?: PerformanceRecords[Kind] };

export function aStaffRecord(facts: Listed<'staff', StaffRecord> = {}): StaffRecord {
  const { affID, trackID, ...person } = anAffiliateRecord();
  return {
    ...person,
    staffID: 5,
    kellyStaffID: 42,
    mobilePhone: '',
    landLineTelephone: '',
    maxProfiles: 2,
    ...facts,
  };
}

export function aMemberRecord(facts: Listed<'member', MemberRecord> = {}): MemberRecord {
  return {
    memberID: 9,
    status: 1,
    username: 'zoe',
    emailAddress: 'zoe@example.com',
    emailAddressVerified: true,
    payPalID: '',
    credits: 10,
    version: 0,
    ...facts,
  };
}

/** A page of a result, as the server answers it. */
export function page(rows: readonly object[], total = rows.length): Response {
  return new Response(JSON.stringify(rows), { headers: { 'X-Total-Count': String(total) } });
}

/** A refused save: somebody else has saved `current` meanwhile. */
export function conflict(current: object): Response {
  const error = { code: 'conflict', message: 'Somebody else …', details: { current, changes: [] } };
  return new Response(JSON.stringify({ error }), { status: 409 });
}

/** What stands beside a record. */
export const BESIDE: FakeRoutes = {
  'GET /account-figures': () => ({
    balance: 41.5,
    payouts: [
      {
        payrollID: 3,
        startPeriod: '2026-09-01',
        endPeriod: '2026-09-30',
        amount: 120,
        dateCreated: '2026-10-05T00:00:00Z',
      },
    ],
    months: [
      { month: '2026-10', sales: 100, earnings: 30 },
      { month: '2026-11', sales: -20, earnings: -6 },
    ],
  }),
  'GET /fraud-signals': () => [],
  'GET /payment-changes': () => ({ changes: [], shared: [] }),
  'GET /account-history': () => [
    {
      id: 'a',
      at: '2026-11-20T15:00:00Z',
      actor: { kind: 'administrator', id: 1, emailAddress: 'olga@example.com' },
      action: 'affiliate.updated',
      subject: { type: 'affiliate', id: '12' },
      before: { lastName: 'Ley' },
      after: { lastName: 'Lee' },
    },
  ],
};

/** How a member of staff performs, and what a member bought. */
export const STAFF_PERFORMANCE = {
  salesCount: 41,
  earned: 512.4,
  balance: 80,
  lastSale: '2026-11-24',
  pictures: { approved: 9, judged: 12 },
};
export const MEMBER_PERFORMANCE = { salesCount: 6, value: 1204.5, lastSale: '2026-11-23' };

/** How an affiliate performs. */
export const PERFORMANCE = {
  clicks: 1200,
  joins: 30,
  salesCount: 9,
  sales: 812.5,
  earned: 243.75,
  epc: 0.2031,
  balance: 99,
  lastSale: '2026-11-20',
  daily: [5, 0, 7.5],
};
