import { isAddressOf, REMOTE_SCREENS, STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { anAdmin, expectSurvivesAnyAnswer, FakeEventSource, renderApp } from '@partnerdesk/web/testing';
import { anApproval, ROWS } from './approvals/testing';
import {
  anEvent,
  anExecuted,
  anOverview,
  aPulse,
  aSentFile,
  ROWS as OPEN_ROWS,
  PAGE,
  sum,
} from './page/testing';
import { API, aPayment, aRow, aRun, REPORT_API } from './payroll/testing';
import { remote } from './remote';
import { aTaxYear } from './tax-forms/testing';

const AT = '2026-11-01T10:00:00Z';
const DAY = '2026-11-01';
const ENTRY = {
  entryID: 'e',
  type: 'sale',
  at: AT,
  postedDay: DAY,
  amount: 10,
  commission: 50,
  payout: 5,
  memberID: 2,
};
const FILE = {
  payFileID: 4,
  format: 'nacha',
  payrollType: 1,
  state: 'open',
  progress: { done: 2, total: 2 },
  downloaded: true,
  life: [{ step: 'made', at: AT, by: 'clerk@example.com' }],
  lines: 2,
  amount: 20,
  leftOut: 0,
  paid: 0,
  parts: [{ number: 1, fileName: 'nacha-4.txt', lines: 2, downloaded: false }],
  excluded: [{ reason: 'Bad routing number', payments: 120, amount: 600 }],
};

const values = (routes: Record<string, () => unknown>) =>
  Object.fromEntries(Object.entries(routes).map(([route, answer]) => [route, answer()]));

const DETAILS = {
  paymentType: 2,
  payPalID: 'a•••@pay.example',
  achName: '',
  achAccountType: 0,
  achRoutingNumber: '',
  achAccountNumber: '',
};
const PAYEE = {
  'GET /payee-payments': {
    affID: 1,
    affName: 'Ann',
    commission: 20,
    paymentType: 1,
    paymentInfo: '••••1234',
    balance: 5,
    payments: [aPayment(1)],
  },
  'GET /payment-changes': {
    changes: [{ at: AT, origin: 'support', by: 'bob', before: DETAILS, after: DETAILS }],
    shared: [{ kind: 'staff', id: 3, name: 'Sam', same: 'account' }],
    heldUntil: DAY,
  },
};

const { 'GET /pay-files': _payFiles, ...CREATE_API } = API;
const create = (payrollType: number) => ({
  ...values(CREATE_API),
  'GET /payroll-runs': [aRun('g2', 'generate', { payrollType })],
  'GET /payroll-runs/g1': aRun('g1', 'generate', { payrollType }),
  'GET /payroll-runs/g1/rows': [aRow(1, 10), aRow(2, 20)],
  'GET /payroll-entries': [ENTRY],
  ...PAYEE,
  'POST /execute-payroll': { id: 'x1' },
  'GET /payroll-runs/x1': aRun('x1', 'execute', { payrollType, outcomes: { executed: 1, changed: 1 } }),
  'GET /payroll-runs/x1/rows': [
    { affID: 1, affName: 'Ann', outcome: 'executed', payrollID: 5 },
    { affID: 2, affName: 'Bob', outcome: 'changed', now: aRow(2, 30) },
  ],
});
const adjustments = {
  ...values(CREATE_API),
  'GET /payroll-adjustments': {
    name: 'Ann',
    adjustments: [
      { entryID: 'e1', at: AT, postedDay: DAY, amount: 5, reason: 'a bonus', by: 'ann' },
      { entryID: 'e2', at: AT, postedDay: DAY, amount: 5, reason: 'a bonus', by: 'ann', reverses: 'e3' },
      {
        entryID: 'e3',
        at: AT,
        postedDay: DAY,
        amount: -5,
        reason: 'a bonus',
        by: 'ann',
        reversed: { by: 'bob', at: AT, reason: 'twice' },
      },
    ],
    total: 30,
  },
  'POST /payroll-adjustments': ENTRY,
  'POST /payroll-adjustments/e1/reversal': ENTRY,
};
const reports = (payrollType: number) => ({
  'GET /payroll-schedule': API['GET /payroll-schedule'](),
  'GET /payroll-progress': API['GET /payroll-progress'](),
  'GET /pay-files': [FILE],
  ...values(REPORT_API),
  'GET /payroll-runs/r1': aRun('r1', 'report', { payrollType, startDate: DAY, endDate: DAY }),
  'GET /payroll-runs/r1/rows': [aPayment(1), { ...aPayment(2), markedBy: 'Ann', markedAt: AT, payFileID: 4 }],
  'GET /generate-payroll-report': { id: 'r1' },
  'GET /payroll-entries': [ENTRY],
  ...PAYEE,
  'GET /pay-files/4/excluded': [
    { payrollID: 3, personID: 3, name: 'Bob', amount: 5, reason: 'Bad routing number' },
  ],
  'POST /pay-files': FILE,
  'POST /payment-marks': [{ payrollID: 1, outcome: 'refused', reason: 'No' }],
  'DELETE /pay-files/4': FILE,
});

const figures = Object.fromEntries(STATISTICS_FIELDS.map(({ name }) => [name, 3]));
const period = { startDate: DAY, endDate: DAY, statistics: figures, days: [{ day: DAY, ...figures }] };
const statistics = (name: string) => ({
  'GET /admin-get-statistics': { [name]: figures },
  'GET /admin-get-statistics-by-day': { current: period, previous: period },
});

const request = {
  'GET /payroll-approvals/7': anApproval(),
  'GET /payroll-approvals/7/rows': ROWS,
};

const followed = (overview: object) => ({
  'GET /payroll-overview': overview,
  'GET /payroll-pulse': aPulse(),
  'GET /past-payrolls': [
    {
      startDate: '2026-09-01',
      endDate: '2026-09-30',
      dueDate: '2026-10-20',
      executed: sum(1, 5),
      filed: sum(0, 0),
      paid: sum(1, 5),
      returned: sum(1, 5),
    },
  ],
  ...PAYEE,
});
const openRows = {
  'GET /payroll-runs': [],
  'GET /generate-payroll': { id: 'g1' },
  'GET /payroll-runs/g1': aRun('g1', 'generate', { rows: 4, amount: 100 }),
  'GET /payroll-runs/g1/rows': OPEN_ROWS,
  'POST /payroll-preview': API['POST /payroll-preview'](),
  'POST /execute-payroll': { id: 'x1' },
  'GET /payroll-runs/x1': aRun('x1', 'execute', { outcomes: { executed: 1 } }),
};
const OWED = { people: 1, amount: -12.5, largest: [{ affID: 9, affName: 'Otto', amount: -12.5 }] };

/** What each screen calls, with a right answer; address → route → answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  [PAGE]: { ...followed(anOverview({ owed: OWED })), ...openRows },
  [`${PAGE}?payee=1`]: {
    ...followed(
      anExecuted({
        files: [aSentFile(7)],
        course: [anEvent('executed'), anEvent('file-made', { format: 'nacha', payFileID: 7 })],
        returned: [{ payrollID: 3, affID: 2, affName: 'Ann', amount: 10, at: AT, reason: 'Closed' }],
      }),
    ),
    'POST /payment-marks': [],
    'DELETE /pay-files/7': aSentFile(7),
  },
  '/affiliate-payroll?run=g1': create(1),
  '/affiliate-payroll?view=reports&run=r1': reports(1),
  '/affiliate-payroll?view=adjustments&affID=7': adjustments,
  '/operators-payroll?run=g1': create(2),
  '/operators-payroll?view=reports&run=r1': reports(2),
  '/payment-results': {},
  '/payroll-approvals': { 'GET /payroll-approvals': [anApproval()], ...request },
  '/payroll-approvals?request=7': { ...request, 'POST /payroll-approvals/7': anApproval() },
  '/tax-forms': {
    'GET /tax-forms': aTaxYear(),
    'POST /tax-forms/file': { fileName: 'f.csv', text: '' },
    'POST /tax-forms/requests': { asked: 1 },
  },
  '/site-stats': statistics('adminSiteStatistics'),
  '/staff-stats': statistics('adminStaffStatistics'),
};

const pathOf = (address: string) => address.split('?')[0] ?? '';

beforeEach(() => FakeEventSource.install());

it('covers every screen of the remote', () => {
  const screens = Object.keys(ANSWERS).map((address) =>
    REMOTE_SCREENS.payroll.find((screen) => isAddressOf(screen, pathOf(address))),
  );
  expect(REMOTE_SCREENS.payroll.filter((screen) => !screens.includes(screen))).toEqual([]);
  expect(screens).not.toContain(undefined);
});

it.each(Object.entries(ANSWERS))('%s survives any answer of any shape', async (address, answers) => {
  const route = remote.routes.find((each) => isAddressOf(each, pathOf(address)));
  const Screen = (await route?.load()) ?? (() => null);
  await expectSurvivesAnyAnswer({
    open: (api) => renderApp(<Screen />, { path: address, person: anAdmin(), api }),
    answers,
    first: [
      ...['Ann Number 1', 'Ann Number 2', 'Ann', 'Close payee', 'Entries of Ann Number 1: 3', 'Close'],
      ...['Execute Payroll of Ann Number 1', 'Execute', 'Adjust balance', 'Show Payroll Report'],
    ],
    typed: { amount: '5', reason: 'a bonus', mode: 'all', typed: 'not sent to the bank' },
  });
});
