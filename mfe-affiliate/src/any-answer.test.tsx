import { REMOTE_SCREENS } from '@partnerdesk/contracts';
import {
  anAffiliate,
  expectSurvivesAnyAnswer,
  renderApp,
  type ScreenUnderTest,
} from '@partnerdesk/web/testing';
import { remote } from './remote';

const PERSON = anAffiliate();
const DAY = '2026-11-20';
const INSTANT = '2026-11-20T15:00:00.000Z';
const PERSONAL = {
  affID: 7,
  emailAddress: 'ada@example.com',
  status: 1,
  firstName: 'Ada',
  lastName: 'Lee',
  address1: '1 Main St',
  address2: '',
  city: '',
  state: '',
  postalCode: '10001',
  countryName: 'United States',
  countryID: 1,
  skypeUserName: '',
};
const PAYMENT = {
  affID: 7,
  paymentType: 0,
  paypalID: '',
  achAccountName: '',
  achAccountType: 0,
  achRoutingNumber: '',
  achAccountNumber: '',
};
const LINK_FIGURES = {
  clicks: 9,
  visitors: 8,
  bots: 1,
  joins: 2,
  salesCount: 1,
  sales: 10,
  refundsCount: 0,
  refunds: 0,
  payout: 5,
};
const REPORT = {
  by: 'source',
  startDate: DAY,
  endDate: DAY,
  beforeStart: DAY,
  beforeEnd: DAY,
  isComplete: true,
  total: LINK_FIGURES,
  totalBefore: LINK_FIGURES,
  rows: [{ ...LINK_FIGURES, name: 'a', before: LINK_FIGURES }],
};
const PAID = {
  payrollID: 3,
  affID: 7,
  payrollEvent: 'Affiliate payroll',
  paymentType: 1,
  startPeriod: DAY,
  endPeriod: DAY,
  amount: 12.5,
  dateCreated: INSTANT,
};
const SOLD = { saleID: 1, dateCreated: INSTANT, saleAmount: 10, payout: 5, transactionType: 'Credits' };
const LOGIN = { result: 1, ...PERSON };

/** What screens are opened with. */
const IN_ADDRESS: Record<string, string> = {
  '/statement': '?payrollID=3',
  '/reports': `?by=source&startDate=${DAY}&endDate=${DAY}`,
};

/** What each screen asks for, with a right answer; PATH → route → answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  '/': { 'GET /local/home_top': '<h1>Hi</h1>', 'GET /local/home_bottom': '<p>Join</p>' },
  '/register': {
    'GET /local/aff_index': '<p>Join us</p>',
    'POST /register': { result: 0 },
    'POST /login': LOGIN,
  },
  '/dashboard': {
    'GET /quick-statistics': { affID: 7, yesterday: 1.5, today: 0, month: 20 },
    'GET /affiliate-balance': {
      affID: 7,
      available: 5,
      pending: 1,
      minimumPayout: 10,
      holdDays: 2,
      nextPayoutDate: DAY,
    },
    'GET /affiliate-activity': {
      progress: { campaigns: 0, clicks: 9, joins: 0, sales: 5, payments: 0 },
      lastPayment: { amount: 5, dateCreated: PAID.dateCreated, state: 'paid' },
      day: DAY,
      links: [{ tid: 'a', clicks: 9, joins: 0 }],
      sales: [SOLD],
    },
    'GET /link-report': REPORT,
  },
  '/contact': {
    'GET /captcha-challenge': {
      challenge: 'c',
      difficulty: 1,
      expires: '2099-01-01T00:00:00Z',
      signature: 's',
    },
    'POST /send-contact-message': { isSuccessful: true },
  },
  '/faq': { 'GET /local/faq_loggedin': '<p>Answers</p>' },
  '/terms': { 'GET /local/terms': '<p>Terms</p>' },
  '/statistics': {
    'GET /member-payment-history': [PAID],
    'GET /payroll-entries': [
      { entryID: 'e', type: 'sale', postedDay: DAY, amount: 10, commission: 50, payout: 5, memberID: 2 },
    ],
    'GET /member-sale-summary': { totalSales: 10, totalPayout: 5 },
    'GET /member-sale-details': [SOLD],
    'GET /member-daily-figures': [{ day: DAY, sales: 10, payout: 5 }],
  },
  '/statement': {
    'GET /payment-statement': {
      payrollID: 3,
      name: 'Ann',
      startPeriod: DAY,
      endPeriod: DAY,
      paymentType: 1,
      paymentInfo: '',
      dateCreated: INSTANT,
      state: 'paid',
      sums: [{ part: 'sale', entries: 1, payout: 5 }],
      amount: 5,
      entries: [
        { entryID: 'e', type: 'sale', at: INSTANT, postedDay: DAY, amount: 10, commission: 50, payout: 5 },
      ],
      total: 1,
      broughtForward: 0,
    },
  },
  '/promo-tools': {
    'GET /tracking-sources': [{ tid: 'a', lp: 'chat-1', clicks: 9, joins: 2, sales: 10, payout: 5 }],
    'GET /download-promo-video': new Blob(['mp4']),
    'GET /campaigns': {
      campaigns: [{ campaignID: 'c', name: 'n', tid: 'a', lp: '', to: '', s1: 'b' }],
      pages: ['/chat/'],
    },
    'POST /campaigns': { campaigns: [], pages: [] },
    'DELETE /campaigns': { campaigns: [], pages: [] },
  },
  '/reports': {
    'GET /link-report': REPORT,
  },
  '/developers': {
    'GET /v1/openapi.json': {
      servers: [{ url: 'https://a.example' }],
      paths: {
        '/api/v1/sales': {
          get: {
            operationId: 'sales',
            parameters: [{ name: 'from', required: true, schema: { type: 'string' } }],
            responses: { 200: { content: { 'application/json': { schema: { properties: {} } } } } },
          },
        },
      },
    },
    'GET /api-keys': [{ id: 'a', name: 'n', createdAt: INSTANT, expiresAt: INSTANT, lastUsedAt: null }],
    'POST /api-keys': {
      id: 'b',
      name: 'n',
      createdAt: INSTANT,
      expiresAt: INSTANT,
      lastUsedAt: null,
      key: 'k',
    },
    'DELETE /api-keys/a': true,
  },
  '/postbacks': {
    'GET /postback': { address: 'https://a.example/', events: ['sale'], active: true, hasSecret: true },
    'GET /postback/calls': [
      {
        id: 'c',
        event: 'sale',
        state: 'delivered',
        createdAt: INSTANT,
        attempts: 1,
        address: 'https://a.example/',
        status: 200,
        durationMs: 5,
        reason: '',
        nextAt: null,
      },
    ],
    'POST /postback': { address: '', events: [], active: false, hasSecret: true, secret: 's' },
    'POST /postback/secret': { address: '', events: [], active: false, hasSecret: true, secret: 's' },
    'POST /postback/test': { id: 'd' },
  },
  '/account': {
    'GET /affiliate-balance': {
      affID: 7,
      available: 1,
      pending: 2,
      minimumPayout: 50,
      holdDays: 3,
      nextPayoutDate: '2026-12-20',
    },
    'GET /affiliate-terms': {
      today: DAY,
      periods: [
        {
          from: '',
          level: 'own',
          rates: { commission: 30, initial: null, rebill: 5, capDays: 90, capCommission: 0 },
        },
      ],
    },
    'GET /notices': { on: ['weekly-summary'] },
    'POST /notices': { on: [] },
    'GET /affiliate-tax-forms': [{ year: 2025, amount: 600 }],
    'GET /get-affiliate-account': PERSONAL,
    'GET /get-affiliate-payment-info': PAYMENT,
    'GET /get-affiliate-tax-info': { affID: 7, taxID: '', taxIDType: 0, companyName: '' },
    'POST /update-affiliate-account': true,
    'POST /update-affiliate-password': true,
    'GET /session': { session: PERSON },
  },
};

const VISITORS = ['/', '/register', '/contact'];

it('covers every screen of the remote', () => {
  expect(Object.keys(ANSWERS).sort()).toEqual(REMOTE_SCREENS.affiliate.map(({ path }) => path).sort());
});

it.each(Object.entries(ANSWERS))('%s survives any answer of any shape', async (path, answers) => {
  const route = remote.routes.find((each) => each.path === path);
  const Screen = (await route?.load()) ?? (() => null);
  const screen: ScreenUnderTest = {
    open: (api) =>
      renderApp(<Screen />, {
        path: `${path}${IN_ADDRESS[path] ?? ''}`,
        person: VISITORS.includes(path) ? null : PERSON,
        api,
      }),
    answers,
    typed: { countryID: '1', achRoutingNumber: '021000021', to: '/chat/x' },
  };
  await expectSurvivesAnyAnswer(screen);
});
