/* One screen from choosing to paying: the tests share the server that it asks. */
import { MESSAGE } from '@partnerdesk/contracts';
import { raiseAlert } from '@partnerdesk/web';
import { anAdmin, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AffiliatePayrollScreen, OperatorsPayrollScreen } from './payroll-screen';
import { API, aPreview, aProgress, aRow, aRun, openScreen, REPORT_API } from './testing';

const open = (path = '/affiliate-payroll', api = {}) => openScreen(<AffiliatePayrollScreen />, path, api);
const OPENED = '/affiliate-payroll?run=g1';

it('has the headers of spec, and what is due', async () => {
  open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Affilate Payroll (pay by the 20th of each month)',
  );
  expect(await screen.findByText(/\$30.00 to 2 people due by Nov 20, 2026/)).toBeInTheDocument();
  expect(screen.getByText('Overdue')).toBeInTheDocument();
  renderApp(<OperatorsPayrollScreen />, { person: anAdmin(['payroll']), api: API });
  expect(
    screen.getByRole('heading', { name: 'Operator Payroll (pay weekly by Thursday)' }),
  ).toBeInTheDocument();
});

it('a run that goes on replaces what the one before was reported with', async () => {
  const { store } = open(OPENED, {
    'GET /payroll-runs/g1': () => aRun('g1', 'generate', { state: 'active' }),
  });
  act(() => void store.dispatch(raiseAlert('success', MESSAGE.payrollExecuted)));
  await screen.findByRole('progressbar');
  expect(screen.queryByText(MESSAGE.payrollExecuted)).not.toBeInTheDocument();
});

it('opens with the person whom a link names', async () => {
  open('/affiliate-payroll?affID=12');
  expect(screen.getByRole('radio', { name: 'One affiliate' })).toBeChecked();
  expect(screen.getByLabelText(/^Affiliate ID/)).toHaveValue('12');
});

it('a second clerk goes on with what was generated recently', async () => {
  const { user } = open('/affiliate-payroll', { 'GET /payroll-runs': () => [aRun('g1', 'generate')] });
  const recent = (await screen.findByRole('heading', { name: 'Generated recently' })).closest('section');
  await user.click(within(recent as HTMLElement).getByRole('button', { name: 'Through Oct 31, 2026' }));
  expect(await screen.findByRole('table', { name: 'Payroll rows' })).toBeInTheDocument();
});

it('a reload keeps the end date and the person in the form', async () => {
  open(OPENED, { 'GET /payroll-runs/g1': () => aRun('g1', 'generate', { personID: 12 }) });
  expect(await screen.findByRole('table', { name: 'Payroll rows' })).toBeInTheDocument();
  expect(screen.getByLabelText(/^End date/)).toHaveValue('10/31/2026');
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

it('the answer to Generate Payroll leads nobody back who has gone on to another screen', async () => {
  let answer = (_: unknown) => {};
  const app = open('/affiliate-payroll', {
    'GET /generate-payroll': () => new Promise((resolve) => (answer = resolve)),
  });
  await app.user.type(screen.getByLabelText(/^End date/), '10/31/2026');
  await app.user.click(screen.getByRole('button', { name: 'Generate Payroll' }));
  app.show(<p>Another screen</p>);
  act(() => app.place.go('/affiliates?id=12'));
  await act(async () => answer({ id: 'g1' }));
  expect(app.place.path).toBe('/affiliates?id=12');
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
  expect(await screen.findByText(/500 of 2,000 people/)).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '500');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'DELETE /payroll-runs/g1')).toBe(true));
});

/** Waits until the dialog has its figures, and executes all that it asks about. */
async function executeAsked(user: ReturnType<typeof open>['user']) {
  const dialog = await screen.findByRole('dialog', { name: 'Execute payroll?' });
  const leaveOut = within(dialog).queryByRole('checkbox', { name: 'Leave them out' });
  if (leaveOut) await user.click(leaveOut);
  await within(dialog).findByText('$30.00');
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
}

it('asks before it executes: people, sum, types unknown, accounts changed; with the focus on Cancel', async () => {
  const { user, calls } = open(OPENED);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Execute selected (2, $30.00)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Execute payroll?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await within(dialog).findByText('$30.00');
  expect(within(dialog).getByText('Payment type unknown').parentElement).toHaveTextContent('1');
  expect(within(dialog).getByText('Account changed recently').parentElement).toHaveTextContent('1');
  expect(calls.find(({ route }) => route === 'POST /payroll-preview')).toMatchObject({
    query: { affID: '0', endDate: '10/31/2026', payrollType: '1' },
    body: { run: 'g1', except: [1] },
  });
  // What no pay file can hold is left out, unless the clerk wants it.
  expect(within(dialog).getByText(/^1 payment of unknown type/).parentElement).toHaveClass('pay-caution');
  const leaveOut = within(dialog).getByRole('checkbox', { name: 'Leave them out' });
  expect(leaveOut).toBeChecked();
  await user.click(leaveOut);
  await waitFor(() =>
    expect(calls.findLast(({ route }) => route === 'POST /payroll-preview')?.body).toEqual({ run: 'g1' }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls.some(({ route }) => route === 'POST /execute-payroll')).toBe(false);
});

it('executes nothing while the figures are not there, and a large sum only once it is typed', async () => {
  let amount: number | undefined;
  const { user, calls } = open(OPENED, {
    'POST /payroll-preview': () => (amount === undefined ? failure(503) : aPreview({ amount })),
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { state: 'active' }),
  });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 1' }));
    return screen.findByRole('dialog', { name: 'Execute payroll?' });
  };
  let dialog = await ask();
  expect(await within(dialog).findByText('It could not be looked up.')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  amount = 10_000.01;
  dialog = await ask();
  const field = await within(dialog).findByLabelText('Type “$10,000.01” to confirm');
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
  expect(calls.some(({ route }) => route === 'POST /execute-payroll')).toBe(false);
  await user.type(field, '10000.01');
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
  await waitFor(() => expect(calls.some(({ route }) => route === 'POST /execute-payroll')).toBe(true));
});

it('executes one person with the fingerprint that was reviewed', async () => {
  const { user, calls } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 1, amount: 10, outcomes: { executed: 1 } }),
    'GET /payroll-runs/x1/rows': () => [{ affID: 1, outcome: 'executed', payrollID: 9, amount: 10 }],
  });
  await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 1' }));
  await executeAsked(user);
  expect(await screen.findByText('Payroll was executed successfully')).toBeInTheDocument();
  const call = calls.find(({ route }) => route === 'POST /execute-payroll');
  expect(call).toMatchObject({
    query: { affID: '1', endDate: '10/31/2026', payrollType: '1' },
    body: { rows: [{ id: 1, fingerprint: 'f1' }] },
  });
  expect(screen.queryByRole('button', { name: 'Execute Payroll of Ann Number 1' })).not.toBeInTheDocument();
  // The keyboard goes on from the row whose button is gone.
  expect(screen.getByRole('button', { name: 'Ann Number 1' })).toHaveFocus();
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
  await executeAsked(user);
  expect(
    await screen.findByText('1 changed since they were reviewed and were not executed'),
  ).toBeInTheDocument();
  expect(calls.find(({ route }) => route === 'POST /execute-payroll')?.body).toEqual({ run: 'g1' });
  expect(await screen.findByText(/\$25.00/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Execute Payroll of Ann Number 2' }));
  await executeAsked(user);
  await waitFor(() =>
    expect(calls.filter(({ route }) => route === 'POST /execute-payroll').at(-1)?.body).toEqual({
      rows: [{ id: 2, fingerprint: 'new' }],
    }),
  );
});

it('leaves out what is of unknown type, also of rows that are ticked one by one', async () => {
  const { user, calls } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { state: 'active' }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 2' }));
  await user.click(screen.getByRole('button', { name: 'Execute selected (2, $30.00)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Execute payroll?' });
  await within(dialog).findByText('$30.00');
  await user.click(within(dialog).getByRole('button', { name: 'Execute' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /execute-payroll')?.body).toEqual({
      rows: [{ id: 2, fingerprint: 'f2' }],
    }),
  );
});

it('warns in amber of payments of unknown type, and leaves them out unless asked otherwise', async () => {
  const { user } = open(OPENED);
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ann Number 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 2' }));
  await user.click(screen.getByRole('button', { name: 'Execute selected (2, $30.00)' }));
  const box = within(await screen.findByRole('dialog')).getByRole('checkbox', { name: 'Leave them out' });
  expect(box).toBeChecked();
  expect(box.closest('.pay-caution')).toHaveTextContent('1 payment of unknown type');
});

it('once all of it is executed, the next step stands where it was executed', async () => {
  const { user, place } = open(OPENED, {
    ...REPORT_API,
    'GET /payroll-runs/g1/rows': () => [aRow(1, 10, { payrollID: 9 }), aRow(2, 20, { payrollID: 10 })],
    'GET /payroll-progress': () =>
      aProgress({
        open: { payments: 0, amount: 0 },
        executed: { payments: 2, amount: 30 },
        firstDay: '2026-11-01',
        lastDay: '2026-11-02',
      }),
    'GET /generate-payroll-report': () => ({ id: 'r1' }),
  });
  const next = await screen.findByRole('button', { name: 'Continue to paying' });
  expect(screen.getByRole('region', { name: 'Selection' })).toContainElement(next);
  expect(screen.queryByRole('button', { name: /^Execute selected/ })).not.toBeInTheDocument();
  await user.click(next);
  await screen.findByRole('table', { name: 'Payroll report' });
  expect(place.path).toBe('/affiliate-payroll?view=reports&run=r1&through=2026-10-31');
});

it('the next step is there, too, where some were left out; it gives way to a selection', async () => {
  const { user } = open(OPENED, {
    'GET /payroll-runs/g1/rows': () => [aRow(1, 10, { payrollID: 9 }), aRow(2, 20)],
    'GET /payroll-progress': () =>
      aProgress({ open: { payments: 1, amount: 20 }, executed: { payments: 1, amount: 10 } }),
  });
  expect(await screen.findByRole('button', { name: 'Continue to paying' })).toHaveClass('btn-primary');
  await user.click(screen.getByRole('checkbox', { name: 'Select Ann Number 2' }));
  expect(screen.queryByRole('button', { name: 'Continue to paying' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Execute selected (1, $20.00)' })).toBeInTheDocument();
});

it('who was executed before, by anybody, can neither be ticked nor executed again', async () => {
  open(OPENED, { 'GET /payroll-runs/g1/rows': () => [aRow(1, 10, { payrollID: 9 }), aRow(2, 20)] });
  expect(await screen.findByText('Executed')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Execute Payroll of Ann Number 1' })).not.toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Select Ann Number 1' })).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: 'Select Ann Number 2' })).toBeEnabled();
});

it('a reload shows the result of an execution, and does not announce it again', async () => {
  open(`${OPENED}&execution=x1`, {
    'GET /payroll-runs/x1': () => aRun('x1', 'execute', { rows: 1, amount: 10, outcomes: { executed: 1 } }),
    'GET /payroll-runs/x1/rows': () => [{ affID: 1, outcome: 'executed', payrollID: 9, amount: 10 }],
  });
  expect(await screen.findByText('$10.00 can now be put into pay files. Executed: 1.')).toBeInTheDocument();
  expect(await screen.findByText('Executed')).toBeInTheDocument();
  expect(screen.queryByText('Payroll was executed successfully')).not.toBeInTheDocument();
});

it('where two people pay, an execution waits for the second one and nothing is reported as paid', async () => {
  const { user } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'q1' }),
    'GET /payroll-runs/q1': () =>
      aRun('q1', 'request', { rows: 1, amount: 10, approvalID: 7, outcomes: { changed: 1 } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 1' }));
  await executeAsked(user);
  expect(await screen.findByRole('link', { name: 'request 7' })).toHaveAttribute(
    'href',
    '/payroll-approvals?request=7',
  );
  expect(screen.getByText('Changed: review it: 1.')).toBeInTheDocument();
  expect(screen.queryByText('Payroll was executed successfully')).not.toBeInTheDocument();
});

it('what an execution has done before it was cancelled is paid next', async () => {
  let executed = 0;
  const { user } = open(OPENED, {
    'POST /execute-payroll': () => ({ id: 'x1' }),
    'GET /payroll-runs/x1': () => {
      executed = 1;
      return aRun('x1', 'execute', { state: 'cancelled', rows: 1, amount: 10, outcomes: { executed: 1 } });
    },
    'GET /payroll-runs/x1/rows': () => [{ affID: 1, outcome: 'executed', payrollID: 9, amount: 10 }],
    'GET /payroll-progress': () =>
      aProgress({
        open: { payments: 2 - executed, amount: 30 - 10 * executed },
        executed: { payments: executed, amount: 10 * executed },
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Execute Payroll of Ann Number 1' }));
  await executeAsked(user);
  expect(await screen.findByText(/^Cancelled after/)).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Continue to paying' })).toBeInTheDocument();
});

it('asks for what is still to be paid when some of all are executed', async () => {
  const { user } = open(OPENED, {
    'GET /payroll-runs/g1/rows': () => [aRow(1, 10, { payrollID: 9 }), aRow(2, 20)],
    'POST /payroll-preview': () => aPreview({ persons: 1, amount: 20, outcomes: { already: 1 } }),
  });
  await screen.findByText('Executed');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Execute selected (1, $20.00)' }));
  expect(await screen.findByText(/1 executed before/)).toBeInTheDocument();
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
  await user.click(await screen.findByRole('button', { name: 'Entries of Ann Number 1: 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Entries of Ann Number 1' });
  expect(await within(dialog).findByText('$50.00')).toBeInTheDocument();
  expect(within(dialog).getByText('1 entry')).toBeInTheDocument();
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
