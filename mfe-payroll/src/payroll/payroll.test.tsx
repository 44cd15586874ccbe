import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { AffiliatePayrollScreen, OperatorsPayrollScreen } from './payroll-screen';

const SCHEDULE = { dueDate: '2026-11-20', endDate: '2026-10-31', persons: 2, amount: 30, overdue: true };
const aRow = (affID: number, payoutAmount: number, more = {}) => ({
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
const aRun = (id: string, kind: string, more = {}) => ({
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
const ROWS = [aRow(1, 10), aRow(2, 20)];
const API = {
  'GET /payroll-schedule': () => SCHEDULE,
  'GET /payroll-runs': () => [],
  'GET /pay-files': () => [],
  'GET /generate-payroll': () => ({ id: 'g1' }),
  'GET /payroll-runs/g1': () => aRun('g1', 'generate'),
  'GET /payroll-runs/g1/rows': () => ROWS,
};

const open = (path = '/affiliate-payroll', api = {}) =>
  renderApp(<AffiliatePayrollScreen />, { person: anAdmin(['payroll']), path, api: { ...API, ...api } });
const OPENED = '/affiliate-payroll?run=g1';

it('has the headers of spec, and what is due', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Affilate Payroll (pay by the 20th of each month)',
  );
  expect(await screen.findByText(/\$30.00 to 2 persons due by Nov 20, 2026/)).toBeInTheDocument();
  expect(screen.getByText('Overdue')).toBeInTheDocument();
  renderApp(<OperatorsPayrollScreen />, { person: anAdmin(['payroll']), api: API });
  expect(
    screen.getByRole('heading', { name: 'Operator Payroll (pay weekly by Thursday)' }),
  ).toBeInTheDocument();
});

it('opens with the person whom a link names', async () => {
  open('/affiliate-payroll?affID=12');
  expect(screen.getByRole('radio', { name: 'One affiliate' })).toBeChecked();
  expect(screen.getByLabelText(/^Affiliate ID/)).toHaveValue('12');
});

it('asks for the end date, and for the ID of one person', async () => {
  const { user, calls } = open();
  await user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
  expect(await screen.findByText('Please select payroll end date')).toBeInTheDocument();
  await user.type(screen.getByLabelText(/^End date/), '10/31/2026');
  await user.click(screen.getByRole('radio', { name: 'One affiliate' }));
  for (const wrong of ['0', 'x']) {
    await user.clear(screen.getByLabelText(/^Affiliate ID/));
    await user.type(screen.getByLabelText(/^Affiliate ID/), wrong);
    await user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
    expect((await screen.findAllByText('Please enter Affiliate ID')).length).toBeGreaterThan(0);
  }
  expect(calls.some(({ route }) => route === 'GET /generate-payroll')).toBe(false);
});

it('generates, shows the rows, marks who has no payment type', async () => {
  const { user, calls, container } = open();
  await user.type(screen.getByLabelText(/^End date/), '10/31/2026');
  await user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
  const table = await screen.findByRole('table', { name: 'Payroll rows' });
  expect(await within(table).findByText('Ann Number 2')).toBeInTheDocument();
  expect(within(table).getByText('Unknown')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'GET /generate-payroll')?.query).toEqual({
    affID: '0',
    endDate: '10/31/2026',
    payrollType: '1',
  });
  await expectAccessible(container);
});

it('says when there is nothing to pay', async () => {
  open(OPENED, { 'GET /payroll-runs/g1': () => aRun('g1', 'generate', { rows: 0, amount: 0 }) });
  expect(await screen.findByText('There is no payroll data')).toBeInTheDocument();
});

it('shows how far it is and cancels', async () => {
  const running = aRun('g1', 'generate', { state: 'active', progress: { done: 500, total: 2000 } });
  const { user, calls } = open(OPENED, {
    'GET /payroll-runs/g1': () => running,
    'DELETE /payroll-runs/g1': () => ({ ...running, cancelling: true }),
  });
  expect(await screen.findByText(/500 of 2,000 persons/)).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '500');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'DELETE /payroll-runs/g1')).toBe(true));
});

it('executes one person with the fingerprint that was reviewed', async () => {
  const { user, calls } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 1, amount: 10, outcomes: { executed: 1 } }),
    'GET /payroll-runs/x1/rows': () => [{ affID: 1, outcome: 'executed', payrollID: 9, amount: 10 }],
  });
  await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 1' }));
  expect(await screen.findByText('Payroll was executed successfully')).toBeInTheDocument();
  const call = calls.find(({ route }) => route === 'POST /execute-payroll');
  expect(call).toMatchObject({
    query: { affID: '1', endDate: '10/31/2026', payrollType: '1' },
    body: { rows: [{ id: 1, fingerprint: 'f1' }] },
  });
  expect(screen.queryByRole('button', { name: 'Execute Payroll of Ann Number 1' })).not.toBeInTheDocument();
});

it('executes all that were reviewed, and shows the new figure of what changed', async () => {
  const { user, calls } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () =>
      aRun('x1', 'execute', { amount: 10, outcomes: { executed: 1, changed: 1 } }),
    'GET /payroll-runs/x1/rows': () => [
      { affID: 1, outcome: 'executed', payrollID: 9, amount: 10 },
      { affID: 2, outcome: 'changed', now: aRow(2, 25, { fingerprint: 'new' }) },
    ],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Execute selected (2, $30.00)' }));
  await user.click(screen.getByRole('button', { name: 'Yes, pay' }));
  expect(await screen.findByText('1 changed since they were reviewed and were not paid')).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /execute-payroll')?.body).toEqual({ run: 'g1' });
  expect(await screen.findByText(/\$25.00/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Execute Payroll of Ann Number 2' }));
  await waitFor(() =>
    expect(calls.filter(({ route }) => route === 'POST /execute-payroll').at(-1)?.body).toEqual({
      rows: [{ id: 2, fingerprint: 'new' }],
    }),
  );
});

it('opens a row to its entries', async () => {
  const entry = {
    entryID: 'e1',
    type: 'sale',
    at: '2026-10-02T10:00:00Z',
    postedDay: '2026-10-02',
    amount: 50,
    commission: 20,
    payout: 10,
  };
  const { user } = open(OPENED, { 'GET /payroll-entries': () => [entry] });
  await user.click(await screen.findByRole('button', { name: 'Entries of Ann Number 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Entries of Ann Number 1' });
  expect(await within(dialog).findByText('$50.00')).toBeInTheDocument();
  expect(within(dialog).getByText('Page 1 of 1, 1 entries')).toBeInTheDocument();
});

const REPORT_PATH = '/affiliate-payroll?view=reports&run=r1';
const aPayment = (payrollID: number) => ({
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
const REPORT_API = {
  'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', endDate: '2026-11-21' }),
  'GET /payroll-runs/r1/rows': () => [aPayment(1), aPayment(2)],
};

it('a report needs both dates, and names the missing one', async () => {
  const { user } = open('/affiliate-payroll?view=reports');
  await user.type(screen.getByLabelText(/^Start date/), '10/1/2026');
  await user.click(screen.getByRole('button', { name: 'Show Payroll Report' }));
  expect(await screen.findByText('Please select report dates range')).toBeInTheDocument();
  expect(screen.getByLabelText(/^End date/)).toBeInvalid();
  expect(screen.getByLabelText(/^Start date/)).toBeValid();
});

it('says when a report is empty', async () => {
  open(REPORT_PATH, {
    'GET /payroll-runs/r1': () => aRun('r1', 'report', { startDate: '2026-11-01', rows: 0 }),
  });
  expect(await screen.findByText('Payroll report is empty')).toBeInTheDocument();
});

it('marks what was returned with the reason, and says why a pay file cannot be made', async () => {
  const { user, calls } = open(REPORT_PATH, {
    ...REPORT_API,
    'POST /payment-marks': () => [{ payrollID: 2, outcome: 'marked' }],
    'POST /pay-files': () =>
      failure(409, 'conflict', undefined, 'None of these payments can be in such a file'),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select payment 2' }));
  await user.click(screen.getByRole('button', { name: 'NACHA file' }));
  expect(await screen.findByText('None of these payments can be in such a file')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Mark returned' }));
  expect(await screen.findByText('Please say why')).toBeInTheDocument();
  const marks = screen.getByRole('button', { name: 'Mark returned' }).parentElement as HTMLElement;
  await user.type(within(marks).getByLabelText('Reason'), 'R03');
  await user.click(screen.getByRole('button', { name: 'Mark returned' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /payment-marks')?.body).toEqual({
      payrollIDs: [2],
      state: 'returned',
      reason: 'R03',
    }),
  );
});

it('keeps only the rows in view in the document', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => aRow(index + 1, 1));
  open(OPENED, {
    'GET /payroll-runs/g1': () => aRun('g1', 'generate', { rows: 50_000, amount: 50_000 }),
    'GET /payroll-runs/g1/rows': () => rows,
  });
  const table = await screen.findByRole('table', { name: 'Payroll rows' });
  expect(await within(table).findByText('Ann Number 3')).toBeInTheDocument();
  expect(within(table).getAllByRole('row').length).toBeLessThan(40);
  expect(table).toHaveAttribute('aria-rowcount', '50001');
});
