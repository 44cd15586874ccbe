import { anAdmin, renderApp } from '@partnerdesk/web/testing';
import { API, aProgress, aRow, aRun } from '../payroll/testing';
import { PayrollPage } from './payroll-page';

export const PAGE = '/payroll/affiliates/2026-10-31';
const AT = '2026-11-02T10:00:00Z';
const BY = 'clerk@example.com';

export const sum = (payments: number, amount: number) => ({ payments, amount });
const NONE = sum(0, 0);

export const anOverview = (more: object = {}, progress: object = {}) => ({
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  dueDate: '2026-11-20',
  overdue: false,
  progress: aProgress({ open: sum(4, 100), ...progress }),
  unfiled: { nacha: NONE, paypal: NONE, unknown: NONE },
  files: [],
  returned: [],
  course: [],
  owed: { people: 0, amount: 0, largest: [] },
  ...more,
});

/** A payroll of which all rows are executed. */
export const anExecuted = (more: object, progress: object = {}) =>
  anOverview(more, { open: NONE, ...progress });

export const aFile = (payFileID: number, more: object = {}) => ({
  payFileID,
  format: 'nacha',
  payrollType: 1,
  state: 'open',
  progress: { done: 2, total: 2 },
  downloaded: false,
  life: [{ step: 'made', at: AT, by: BY }],
  lines: 2,
  amount: 30,
  leftOut: 0,
  parts: [{ number: 1, fileName: `nacha-${payFileID}.ach`, lines: 2, downloaded: false }],
  excluded: [],
  ...more,
});
export const aSentFile = (payFileID: number, more: object = {}) =>
  aFile(payFileID, {
    downloaded: true,
    parts: [{ number: 1, fileName: `nacha-${payFileID}.ach`, lines: 2, downloaded: true }],
    ...more,
  });

export const anEvent = (step: string, more: object = {}) => ({
  step,
  at: AT,
  by: BY,
  payments: 2,
  amount: 30,
  ...more,
});

/** Two rows that are ready, $10.00 and $20.00, and two that need a look. */
export const ROWS = [
  aRow(2, 10),
  aRow(3, 20),
  aRow(4, 30, { paymentType: 0 }),
  aRow(5, 40, { accountHeld: true, accountChangedAt: '2026-10-30T10:00:00Z' }),
];
export const aPulse = (version = 'v1', runs: object[] = []) => ({ version, runs });

export const PAGE_API = {
  ...API,
  'GET /payroll-overview': () => anOverview(),
  'GET /payroll-pulse': () => aPulse(),
  'GET /past-payrolls': () => [],
  'GET /payroll-runs/g1': () => aRun('g1', 'generate', { rows: 4, amount: 100 }),
  'GET /payroll-runs/g1/rows': () => ROWS,
  'POST /execute-payroll': () => ({ id: 'x1' }),
  'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 2, outcomes: { executed: 2 } }),
};

/** The page of the affiliates' payroll of October over these answers. */
export const openPage = (api = {}, { path = PAGE, configuration = {} } = {}) =>
  renderApp(<PayrollPage />, {
    person: anAdmin(['payroll']),
    path,
    configuration: { today: '2026-11-02', ...configuration },
    api: { ...PAGE_API, ...api },
  });
