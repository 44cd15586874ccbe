import { anAdmin, renderApp } from '@partnerdesk/web/testing';
import type { ReactElement } from 'react';

const SCHEDULE = { dueDate: '2026-11-20', endDate: '2026-10-31', persons: 2, amount: 30, overdue: true };
export const aRow = (affID: number, payoutAmount: number, more = {}) => ({
  affID,
  affName: `Ann Number ${affID}`,
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  payoutAmount,
  commission: 20,
  paymentType: affID === 1 ? 0 : 1,
  entries: 3,
  fingerprint: `f${affID}`,
  ...more,
});
export const aRun = (id: string, kind: string, more = {}) => ({
  id,
  kind,
  payrollType: 1,
  endDate: '2026-10-31',
  personID: 0,
  state: 'completed',
  progress: { done: 2, total: 2 },
  cancelling: false,
  rows: 2,
  amount: 30,
  outcomes: {},
  requestedBy: 'clerk@example.com',
  createdAt: '2026-11-01T10:00:00Z',
  ...more,
});
export const aPreview = (more = {}) => ({
  persons: 2,
  amount: 30,
  unknown: 1,
  accountsChanged: 1,
  outcomes: {},
  ...more,
});
const sum = (payments: number, amount: number) => ({ payments, amount });
export const aProgress = (more = {}) => ({
  endDate: '2026-10-31',
  open: sum(2, 30),
  executed: sum(0, 0),
  filed: sum(0, 0),
  paid: sum(0, 0),
  returned: sum(0, 0),
  ...more,
});
const ROWS = [aRow(1, 10), aRow(2, 20)];
export const API = {
  'GET /payroll-schedule': () => SCHEDULE,
  'GET /payroll-progress': () => aProgress(),
  'GET /payroll-runs': () => [],
  'GET /pay-files': () => [],
  'GET /generate-payroll': () => ({ id: 'g1' }),
  'GET /payroll-runs/g1': () => aRun('g1', 'generate'),
  'GET /payroll-runs/g1/rows': () => ROWS,
  'POST /payroll-preview': () => aPreview(),
};

export const REPORT_PATH = '/affiliate-payroll?view=reports&run=r1';
export const aPayment = (payrollID: number) => ({
  payrollID,
  affID: payrollID,
  affName: 'Ann',
  startPeriod: '2026-10-01',
  endPeriod: '2026-10-31',
  amount: 10,
  paymentType: 1,
  paymentInfo: '••••1234',
  dateCreated: '2026-11-01T10:00:00Z',
  commission: 20,
  entries: 3,
  createdBy: 'clerk@example.com',
  state: 'executed',
});
export const REPORT_API = {
  'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', endDate: '2026-11-21' }),
  'GET /payroll-runs/r1/rows': () => [aPayment(1), aPayment(2)],
};

/** A payroll screen over these answers. */
export const openScreen = (screen: ReactElement, path: string, api = {}) =>
  renderApp(screen, { person: anAdmin(['payroll']), path, api: { ...API, ...api } });
