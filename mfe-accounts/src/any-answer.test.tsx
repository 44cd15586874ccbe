import { REMOTE_SCREENS, TEXT_BLOCKS } from '@partnerdesk/contracts';
import { anAdmin, expectSurvivesAnyAnswer, renderApp } from '@partnerdesk/web/testing';
import { remote } from './remote';
import { aMemberRecord, anAffiliateRecord, aStaffRecord } from './testing/records';

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
  status: 1,
  invited: false,
  secondFactor: false,
  lastSignInAt: AT,
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

const PAID = {
  ...BESIDE,
  'GET /payment-changes': {
    changes: [{ at: AT, origin: 'support', by: 'olga@example.com', before: DETAILS, after: DETAILS }],
    shared: [{ kind: 'staff', id: 5, name: 'Sam Lee', same: 'account' }],
    heldUntil: DAY,
  },
};

/** What each screen calls, with a right answer; address → route → answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  '/affiliates?type=2&q=a&id=12': {
    ...PAID,
    'GET /get-affiliate-info': [anAffiliateRecord()],
    'POST /update-affiliate': anAffiliateRecord(),
    'POST /update-affiliate-status': anAffiliateRecord(),
    'POST /reveal-number': { value: '123456789' },
  },
  '/staff?type=2&q=a&id=5': {
    ...PAID,
    'GET /get-staff-info': [aStaffRecord()],
    'POST /update-staff': aStaffRecord(),
    'POST /reveal-number': { value: '123456789' },
  },
  '/members?type=2&q=z&id=9': {
    ...BESIDE,
    'GET /get-member-info': [aMemberRecord()],
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
    first: ['Edit Info', 'Save', 'Close account', 'Close account'],
    typed: { type: '2', paymentType: '2', action: '', subjectType: '' },
  });
});
