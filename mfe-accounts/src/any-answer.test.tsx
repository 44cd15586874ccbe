import { REMOTE_SCREENS, TEXT_BLOCKS } from '@partnerdesk/contracts';
import { anAdmin, expectSurvivesAnyAnswer, renderApp } from '@partnerdesk/web/testing';
import { remote } from './remote';
import {
  aMemberRecord,
  anAffiliateRecord,
  aStaffRecord,
  MEMBER_PERFORMANCE,
  PERFORMANCE,
  STAFF_PERFORMANCE,
} from './testing/records';

const DAY = '2026-11-20';
const AT = '2026-11-20T15:00:00.000Z';
const LINE = {
  id: 'a',
  at: AT,
  actor: { kind: 'administrator', id: 1, emailAddress: 'olga@example.com' },
  action: 'affiliate.updated',
  subject: { type: 'affiliate', id: '12' },
  before: { lastName: 'Ley' },
  after: { lastName: 'Lee' },
};
const ADMINISTRATOR = {
  adminID: 2,
  emailAddress: 'bo@example.com',
  firstName: 'Bo',
  permissions: ['payroll'],
  pending: {
    requestID: 'r1',
    permissions: ['terms'],
    requestedBy: 'ann@example.com',
    own: false,
    requestedAt: AT,
  },
  status: 1,
  invited: false,
  secondFactor: false,
  lastSignInAt: AT,
  own: false,
  alone: false,
};
const DETAILS = {
  paymentType: 2,
  payPalID: 'an•••@pay.example',
  achName: 'Ann Lee',
  achAccountType: 1,
  achRoutingNumber: '021000021',
  achAccountNumber: '••••6789',
};
const BESIDE = {
  'GET /account-figures': {
    balance: 41.5,
    payouts: [{ payrollID: 3, startPeriod: DAY, endPeriod: DAY, amount: 120, dateCreated: AT }],
    months: [{ month: '2026-11', sales: -20, earnings: -6 }],
    affID: 12,
  },
  'GET /account-history': [LINE],
};

const RATES = { commission: 30, initial: null, rebill: 5, capDays: 90, capCommission: 0 };
const CHANGE = { number: 1, from: '', at: AT, by: 'olga@example.com', withdrawnBy: '' };
const TERMS = {
  today: DAY,
  periods: [{ from: '', level: 'own', rates: RATES }],
  version: 0,
  groupID: 3,
  changes: [{ ...CHANGE, groupID: 3, groupName: 'Friends', own: RATES }],
  groups: [{ groupID: 3, name: 'Friends', commission: 10 }],
};
const GROUPS = [
  {
    groupID: 3,
    name: 'Friends',
    version: 0,
    rates: RATES,
    affiliates: 2,
    changes: [{ ...CHANGE, rates: RATES }],
  },
];

const PICTURE = { staffID: 5, profileID: 7, photoID: 81, photo: 'p81.jpg', status: 1 };
const PICTURES = { 'GET /images-for-review': [PICTURE] };

const ENTRY = { entryID: 's1', type: 'sale', at: AT, postedDay: DAY, amount: 40, commission: 30, payout: 12 };

const PAID = {
  ...BESIDE,
  'GET /payroll-entries': [ENTRY],
  'GET /payment-changes': {
    changes: [{ at: AT, origin: 'support', by: 'olga@example.com', before: DETAILS, after: DETAILS }],
    shared: [{ kind: 'staff', id: 5, name: 'Sam Lee', same: 'account' }],
    heldUntil: DAY,
  },
};

const SIGNALS = [
  {
    id: '12:disposable-mail:m.example',
    rule: 'disposable-mail',
    reason: 'Disposable',
    foundAt: AT,
    lastAt: AT,
  },
  {
    id: '12:click-burst:1',
    rule: 'click-burst',
    reason: 'Many',
    foundAt: AT,
    lastAt: AT,
    review: { at: AT, by: 'olga@example.com', note: 'Known' },
  },
];

/** What each screen calls, with a right answer; address → route → answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  '/affiliates?type=2&q=a&id=12': {
    ...PAID,
    'GET /fraud-signals': SIGNALS,
    'GET /get-affiliate-info': [{ ...anAffiliateRecord(), performance: PERFORMANCE }],
    'POST /update-affiliate': anAffiliateRecord(),
    'POST /update-affiliate-status': anAffiliateRecord(),
    'POST /reveal-number': { value: '123456789' },
    'GET /account-terms': TERMS,
  },
  '/commission-groups': {
    'GET /commission-groups': GROUPS,
    'POST /commission-groups': GROUPS,
    'POST /commission-groups/3/name': GROUPS,
  },
  '/staff?type=2&q=a&id=5': {
    ...PAID,
    ...PICTURES,
    'GET /get-staff-info': [aStaffRecord({ performance: STAFF_PERFORMANCE })],
    'POST /update-staff': aStaffRecord(),
    'POST /reveal-number': { value: '123456789' },
  },
  '/members?type=2&q=z&id=9': {
    ...BESIDE,
    ...PICTURES,
    'GET /get-member-info': [aMemberRecord({ performance: MEMBER_PERFORMANCE })],
    'POST /update-member': true,
  },
  '/audit-log': { 'GET /audit-log': [LINE] },
  '/administrators': {
    'GET /administrators': [ADMINISTRATOR],
    'POST /administrators': ADMINISTRATOR,
    'POST /administrators/2/close': ADMINISTRATOR,
  },
  '/texts': {
    'GET /text-blocks': TEXT_BLOCKS.map((name) => ({ name, html: '<p>Hello</p>', version: 0 })),
    'POST /text-block-preview': { html: '<p>Hello</p>' },
    'PUT /local/home_top': { name: 'home_top', html: '<p>Hello</p>', version: 1 },
  },
};

const NO_FILTERS = { status: '', paymentType: '', joinedFrom: '', joinedTo: '', only: '' };

const pathOf = (address: string) => address.split('?')[0] ?? '';

beforeEach(() => {
  window.confirm = () => true;
});

it('covers every screen of the remote', () => {
  expect(Object.keys(ANSWERS).map(pathOf).sort()).toEqual(
    REMOTE_SCREENS.accounts.map(({ path }) => path).sort(),
  );
});

it.each(Object.entries(ANSWERS))('%s survives any answer of any shape', async (address, answers) => {
  const route = remote.routes.find(({ path }) => path === pathOf(address));
  const Screen = (await route?.load()) ?? (() => null);
  await expectSurvivesAnyAnswer({
    open: (api) => renderApp(<Screen />, { path: address, person: anAdmin(), api }),
    answers,
    first: [
      ...['Info', 'Edit Info', 'Save', 'Close account', 'Close account'],
      ...['Terms', 'Friends', 'Pictures', 'History', 'Payments', 'Entries of payment 3'],
    ],
    // A filter would close the details.
    typed: { type: '2', action: '', subjectType: '', ...NO_FILTERS },
  });
});
